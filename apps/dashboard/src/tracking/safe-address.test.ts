import { describe, expect, it } from 'vitest';
import { carriesSecret, safeAddress, withSafeAddresses } from './safe-address.ts';

const origin = 'https://trailmark.example';

describe('safeAddress', () => {
  it.each([
    ['the fragment', `${origin}/login/verify#token=s3cret`, `${origin}/login/verify`],
    ['unknown parameters', `${origin}/invite?token=s3cret&p_id=1`, `${origin}/invite?p_id=1`],
    ['a return path', `${origin}/login?return_to=%2Fsettings`, `${origin}/login`],
    ['credentials', 'https://me:pw@trailmark.example/overview', `${origin}/overview`],
    [
      'everything but the origin of another site',
      'https://mail.example/inbox/42?x=1#y',
      'https://mail.example',
    ],
    ['what is no address', 'javascript:alert(1)', ''],
    ['an empty text', '', ''],
  ])('drops %s', (_, address, expected) => {
    expect(safeAddress(address, origin)).toBe(expected);
  });

  it('keeps the selected project', () => {
    expect(safeAddress(`${origin}/overview?p_id=abc`, origin)).toBe(`${origin}/overview?p_id=abc`);
  });
});

describe('withSafeAddresses', () => {
  it('cleans every address of an event and leaves the rest alone', () => {
    const event = {
      event: 'Page view',
      properties: {
        $current_url: `${origin}/invite#token=s3cret`,
        $referrer: `${origin}/login/callback#code=s3cret`,
        $initial_referrer: '$direct',
        route: '/invite',
        time: 12,
      },
    };
    expect(withSafeAddresses(event, origin)).toEqual({
      event: 'Page view',
      properties: {
        $current_url: `${origin}/invite`,
        $referrer: `${origin}/login/callback`,
        $initial_referrer: '$direct',
        route: '/invite',
        time: 12,
      },
    });
  });

  it('reaches into the operations of a profile', () => {
    const update = [{ $set_once: { $initial_referrer: `${origin}/invite#token=s3cret` } }];
    expect(JSON.stringify(withSafeAddresses(update, origin))).not.toContain('s3cret');
  });
});

describe('carriesSecret', () => {
  it.each(['/login/verify', '/login/callback', '/invite', '/invite/', '/integrations/meta/callback'])(
    'holds for %s',
    (path) => {
      expect(carriesSecret(path)).toBe(true);
    },
  );

  it.each(['/login', '/overview', '/invited', '/settings/members', '/integrations/meta'])(
    'does not hold for %s',
    (path) => {
      expect(carriesSecret(path)).toBe(false);
    },
  );
});
