import { expect, it } from 'vitest';
import { formatDate, formatInstant, formatTime, nearInstant, shortInstant } from './format-instant.ts';

const at = '2026-06-14T20:04:09Z';
const zone = 'Asia/Kolkata';

it('writes every time with the day before the month, on a clock of 24 hours', () => {
  expect(formatInstant(at, zone)).toBe('15 Jun 2026, 01:34');
  expect(formatInstant(at, zone, true)).toBe('15 Jun 2026, 01:34:09');
  expect(formatDate(at, zone)).toBe('15 Jun 2026');
  expect(formatTime(at, zone)).toBe('01:34:09');
  expect(shortInstant(at, zone)).toBe('15 Jun 01:34');
});

it('leaves the day out where it is today’s', () => {
  expect(nearInstant(at, zone, new Date('2026-06-15T18:00:00Z'))).toBe('01:34');
  expect(nearInstant(at, zone, new Date('2026-06-15T18:30:00Z'))).toBe('15 Jun 01:34');
  expect(nearInstant(at, zone, new Date('2026-06-15T18:30:00Z'), true)).toBe('15 Jun 01:34:09');
});
