import { describe, expect, it } from 'vitest';
import { readSentBack, refusalWords } from './callback-words.ts';

describe('readSentBack', () => {
  it.each([
    ['?code=AQ-1&state=s', { code: 'AQ-1', state: 's', error: null, description: null }],
    ['?auth_code=a&code=b&state=s', { code: 'a', state: 's', error: null, description: null }],
    ['?code=4%2F0Ab&state=s', { code: '4/0Ab', state: 's', error: null, description: null }],
    [
      '?error=access_denied&error_description=Permissions+error&state=s',
      { code: null, state: 's', error: 'access_denied', description: 'Permissions error' },
    ],
    ['', { code: null, state: null, error: null, description: null }],
  ])('reads %s', (search, expected) => {
    expect(readSentBack(search)).toEqual(expected);
  });
});

describe('refusalWords', () => {
  it('says that someone denied it', () => {
    const words = refusalWords('META', { error: 'access_denied', description: 'Permissions error' });
    expect(words.title).toBe('Access to Meta was not allowed');
    expect(words.text).not.toContain('Permissions error');
  });

  it('repeats what the network said otherwise', () => {
    const words = refusalWords('TIKTOK', { error: 'server_error', description: 'The app is suspended' });
    expect(words.text).toContain('TikTok said: The app is suspended.');
  });

  it('says so where the network said nothing', () => {
    expect(refusalWords('GOOGLE', { error: null, description: null }).text).toContain('without a code');
  });
});
