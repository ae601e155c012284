import { expect, it } from 'vitest';
import { addMonths, countDays, isDay } from './calendar-day.ts';

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
