import { describe, expect, test } from 'vitest';
import { AttributionWindows, DEFAULT_WINDOWS, isTwentyFour } from './windows.ts';

test.each([
  [24, true],
  ['24', true],
  ['24.0', true],
  [24.5, false],
  ['', false],
  [0, false],
  ['240', false],
  [Number.NaN, false],
  ['twenty-four', false],
])('%j selects the preset of 24 hours: %s', (value, expected) => {
  expect(isTwentyFour(value)).toBe(expected);
});

describe('attribution windows', () => {
  test('are valid as they come', () => {
    expect(AttributionWindows.parse(DEFAULT_WINDOWS)).toEqual(DEFAULT_WINDOWS);
  });

  test.each([
    ['click_hours', 1, 720],
    ['probabilistic_hours', 0, 24],
    ['view_hours', 0, 168],
    ['reattribution_days', 1, 730],
    ['inactivity_days', 0, 365],
  ])('%s goes from %i to %i, in whole numbers', (name, least, most) => {
    const isValid = (value: unknown) =>
      AttributionWindows.safeParse({ ...DEFAULT_WINDOWS, [name]: value }).success;
    expect([least, most].map(isValid)).toEqual([true, true]);
    expect([least - 1, most + 1, least + 0.5, String(most), null].map(isValid)).toEqual([
      ...[false, false, false, false, false],
    ]);
  });
});
