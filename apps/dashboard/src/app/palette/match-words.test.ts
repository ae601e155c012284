import { describe, expect, it } from 'vitest';
import { matchWords } from './match-words.ts';

const score = (typed: string, ...names: string[]) => matchWords('an-id', typed, names);

describe('matchWords', () => {
  it('needs every word, in any order', () => {
    expect(score('window click', 'Click look-back window')).toBeGreaterThan(0);
    expect(score('click export', 'Click look-back window')).toBe(0);
  });

  it('does not find scattered letters', () => {
    expect(score('market', 'name', 'currency', 'store links')).toBe(0);
  });

  it('prefers a name that begins so, then the start of a word, then the middle of one', () => {
    const [name, word, middle] = [
      score('span', 'Spans'),
      score('span', 'New span'),
      score('span', 'Lifespan'),
    ];
    expect(name).toBeGreaterThan(word);
    expect(word).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(0);
  });

  it('reads the value where there are no names', () => {
    expect(matchWords('Sign out', 'sign', [])).toBeGreaterThan(0);
  });
});
