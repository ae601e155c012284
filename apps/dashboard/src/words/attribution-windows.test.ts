import { AttributionWindows, DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { describe, expect, it } from 'vitest';
import { presetOf, WINDOW_FIELDS, windowWords } from './attribution-windows.ts';

describe('WINDOW_FIELDS', () => {
  it('names every window of the contract once', () => {
    expect(WINDOW_FIELDS.map((field) => field.name).sort()).toEqual(
      Object.keys(AttributionWindows.shape).sort(),
    );
  });

  it.each(WINDOW_FIELDS)('$label agrees with the limits of the contract', (field) => {
    const accepts = (value: number) =>
      AttributionWindows.safeParse({ ...DEFAULT_WINDOWS, [field.name]: value }).success;
    expect(field.presets.every(accepts)).toBe(true);
    expect([accepts(field.min), accepts(field.max)]).toEqual([true, true]);
    expect([accepts(field.min - 1), accepts(field.max + 1)]).toEqual([false, false]);
  });
});

describe('windowWords', () => {
  it.each([
    [6, 'hours', '6 hours'],
    [1, 'hours', '1 hour'],
    [24, 'hours', '24 hours'],
    [36, 'hours', '36 hours'],
    [72, 'hours', '3 days'],
    [168, 'hours', '7 days'],
    [720, 'hours', '30 days'],
    [0, 'hours', 'Off'],
    [0, 'days', 'None'],
    [1, 'days', '1 day'],
    [90, 'days', '90 days'],
  ] as const)('%d %s is "%s"', (value, unit, words) => {
    expect(windowWords(value, unit)).toBe(words);
  });
});

describe('presetOf', () => {
  const hours = { unit: 'hours', presets: [0, 6, 24, 72] } as const;

  it('selects "24 hours" for the number and for the text', () => {
    expect([presetOf(24, hours), presetOf('24', hours), presetOf('24.0', hours)]).toEqual([24, 24, 24]);
  });

  it('selects a preset by its value', () => {
    expect([presetOf(0, hours), presetOf('6', hours), presetOf(72, hours)]).toEqual([0, 6, 72]);
  });

  it('calls everything else custom, also what is no number and an emptied field', () => {
    expect([presetOf(25, hours), presetOf('', hours), presetOf('abc', hours)]).toEqual([
      'custom',
      'custom',
      'custom',
    ]);
  });

  it('does not take 24 days for 24 hours', () => {
    expect(presetOf(24, { unit: 'days', presets: [7, 24] })).toBe(24);
    expect(presetOf(24, { unit: 'days', presets: [7, 30] })).toBe('custom');
  });
});
