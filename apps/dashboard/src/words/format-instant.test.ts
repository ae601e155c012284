import { expect, it } from 'vitest';
import { formatDate, formatInstant, formatTime, shortInstant } from './format-instant.ts';

const at = '2026-06-14T20:04:09Z';
const zone = 'Asia/Kolkata';

it('writes every time with the day before the month, on a clock of 24 hours', () => {
  expect(formatInstant(at, zone)).toBe('15 Jun 2026, 01:34');
  expect(formatInstant(at, zone, true)).toBe('15 Jun 2026, 01:34:09');
  expect(formatDate(at, zone)).toBe('15 Jun 2026');
  expect(formatTime(at, zone)).toBe('01:34:09');
  expect(shortInstant(at, zone)).toBe('15 Jun 01:34');
});
