import { describe, expect, test } from 'vitest';
import { daysToImport, nextDays, todayIn } from './import-days.ts';

test.each([
  ['Asia/Kolkata', '2026-11-16T18:29:59Z', '2026-11-16'],
  ['Asia/Kolkata', '2026-11-16T18:30:00Z', '2026-11-17'],
  // Clocks go back at 06:00 UTC on that day, and its local midnight is at 05:00 UTC of the next.
  ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-31'],
  ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
  ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
  ['Etc/GMT-8', '2026-11-16T16:00:00Z', '2026-11-17'],
  ['Mars/Olympus', '2026-11-16T23:59:00Z', '2026-11-16'],
  [null, '2026-11-16T23:59:00Z', '2026-11-16'],
])('in %s it is at %s the day %s', (zone, now, day) => {
  expect(todayIn(zone, new Date(now))).toBe(day);
});

describe('what is asked for', () => {
  const at = (trailingAt: string | null) =>
    daysToImport({
      now: new Date('2026-11-16T12:00:00Z'),
      timeZone: 'Asia/Kolkata',
      trailingAt: trailingAt === null ? null : new Date(trailingAt),
    });
  test.each([
    ['at first', null, '2026-10-20'],
    ['some hours later', '2026-11-16T08:00:00Z', '2026-11-14'],
    ['a day later', '2026-11-15T12:00:00Z', '2026-10-20'],
    // All that the network could still change when it was last asked.
    ['three days later', '2026-11-13T12:00:00Z', '2026-10-17'],
    ['forty days later', '2026-10-07T12:00:00Z', '2026-09-10'],
    ['years later', '2020-01-01T12:00:00Z', '2024-11-16'],
  ])('%s', (_when, trailingAt, from) => {
    expect(at(trailingAt)).toEqual({ from, to: '2026-11-16' });
  });

  test('some days after the other', () => {
    expect(nextDays({ from: '2026-10-20', to: '2026-11-16' })).toEqual({
      from: '2026-10-20',
      to: '2026-10-26',
    });
    expect(nextDays({ from: '2026-11-14', to: '2026-11-16' })).toEqual({
      from: '2026-11-14',
      to: '2026-11-16',
    });
  });
});
