import { describe, expect, it } from 'vitest';
import { changeOf, changeWords } from './change-of.ts';

const up = { better: 'up' } as const;
const down = { better: 'down' } as const;

describe('changeOf', () => {
  it('knows which way is good', () => {
    expect(changeOf(up, 118, 100)).toEqual({ share: 0.18, direction: 'up', isGood: true });
    expect(changeOf(down, 118, 100).isGood).toBe(false);
    expect(changeOf(down, '80.00', '100.00')).toEqual({ share: -0.2, direction: 'down', isGood: true });
    expect(changeOf({ better: null }, 2, 1).isGood).toBeNull();
  });

  it('has no base in nothing and in zero', () => {
    for (const before of [null, undefined, 0, '0', '0.000000']) {
      expect(changeOf(up, 5, before).share).toBeNull();
    }
    expect(changeOf(up, null, 5).share).toBeNull();
  });

  it('measures against the size of a loss', () => {
    expect(changeOf(up, 50, -100)).toEqual({ share: 1.5, direction: 'up', isGood: true });
  });

  it('is neither good nor bad where nothing changed', () => {
    expect(changeOf(up, 5, 5)).toEqual({ share: 0, direction: 'same', isGood: null });
  });
});

describe('changeWords', () => {
  it.each([
    [118, 100, '+18.0%'],
    [96.6, 100, '−3.4%'],
    [5, 5, '0.0%'],
    [5, 0, '–'],
    [2600, 100, '+2,500%'],
  ])('of %d against %d says %s', (now, before, expected) => {
    expect(changeWords(changeOf(up, now, before))).toBe(expected);
  });
});
