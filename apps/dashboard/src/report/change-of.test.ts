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

  it('has no base in nothing', () => {
    for (const before of [null, undefined]) {
      expect(changeOf(up, 5, before)).toEqual({ share: null, direction: 'same', isGood: null });
    }
    expect(changeOf(up, null, 5)).toEqual({ share: null, direction: 'same', isGood: null });
  });

  it('goes up and down from zero without a share', () => {
    for (const before of [0, '0', '0.000000']) {
      expect(changeOf(up, 5, before)).toEqual({ share: null, direction: 'up', isGood: true });
    }
    expect(changeOf(up, '-5.00', 0)).toEqual({ share: null, direction: 'down', isGood: false });
    expect(changeOf(up, 0, 0)).toEqual({ share: null, direction: 'same', isGood: null });
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
    [5, 0, 'New'],
    [0, 0, '–'],
    [5, null, '–'],
    [2600, 100, '+2,500%'],
  ])('of %d against %d says %s', (now, before, expected) => {
    expect(changeWords(changeOf(up, now, before))).toBe(expected);
  });
});
