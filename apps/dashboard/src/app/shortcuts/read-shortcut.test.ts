import { describe, expect, it } from 'vitest';
import { SCREENS } from '../screens.ts';
import { readShortcut } from './read-shortcut.ts';

const press = (key: string, change = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...change,
});

describe('readShortcut', () => {
  it.each([
    ['/', false, 'search'],
    ['?', false, 'sheet'],
    ['g', false, 'go'],
    ['G', false, 'go'],
    ['c', false, null],
    ['c', true, { goKey: 'c' }],
    ['g', true, { goKey: 'g' }],
    ['/', true, 'search'],
    ['Tab', true, null],
  ] as const)('reads %s (after G: %s) as %j', (key, isAfterGo, meaning) => {
    expect(readShortcut(press(key), isAfterGo)).toEqual(meaning);
  });

  it('leaves keys with a modifier to the browser', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(readShortcut(press('g', { [modifier]: true }), true)).toBeNull();
    }
  });
});

it('no two screens have the same letter', () => {
  const letters = SCREENS.flatMap(({ goKey }) => goKey ?? []);
  expect(letters.length).toBeGreaterThan(10);
  expect(new Set(letters).size).toBe(letters.length);
});
