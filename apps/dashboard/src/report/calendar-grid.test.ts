import { describe, expect, it } from 'vitest';
import { addMonths, countDays, isDay } from './calendar-day.ts';
import { dayByKey, weeksOf } from './calendar-grid.ts';

describe('weeksOf', () => {
  it('begins on Monday and leaves out the neighbours', () => {
    const weeks = weeksOf('2026-06-15');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]).toBe('2026-06-01');
    expect(weeks[4]).toEqual(['2026-06-29', '2026-06-30', null, null, null, null, null]);
  });

  it('has six weeks where a month touches six', () => {
    expect(weeksOf('2026-08-01')).toHaveLength(6);
    expect(weeksOf('2026-02-01').flat().filter(Boolean)).toHaveLength(28);
  });
});

describe('dayByKey', () => {
  it.each([
    ['ArrowLeft', '2026-03-01', '2026-02-28'],
    ['ArrowRight', '2026-12-31', '2027-01-01'],
    ['ArrowUp', '2026-06-03', '2026-05-27'],
    ['ArrowDown', '2026-10-31', '2026-11-07'],
    ['Home', '2026-06-03', '2026-06-01'],
    ['End', '2026-06-03', '2026-06-07'],
    ['PageUp', '2026-03-31', '2026-02-28'],
    ['PageDown', '2026-01-31', '2026-02-28'],
    ['Enter', '2026-06-03', null],
  ])('%s leads from %s to %s', (key, day, expected) => {
    expect(dayByKey(key, day)).toBe(expected);
  });
});

it('counts days over the change of the clocks', () => {
  expect(countDays('2026-03-28', '2026-03-30')).toBe(3);
  expect(countDays('2026-10-01', '2026-10-31')).toBe(31);
});

it('knows days that there are', () => {
  expect(['2028-02-29', '2026-02-29', '2026-1-1', '0000-01-01', 20260101].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
});
