import type { DataUsages } from '@trailmark/contract/usage';
import { describe, expect, it } from 'vitest';
import { daysOfMonth, monthWords, usageDays } from './usage-months.ts';

const none = { clicks: 0, attributed_installs: 0, organic_installs: 0, events: 0 };
const usages: DataUsages = {
  from: '2025-07-01',
  to: '2026-06-04',
  timezone: 'Asia/Kolkata',
  total: none,
  months: [],
  days: [{ date: '2026-06-02', ...none, clicks: 7 }],
};

it('queries twelve months that end with the current one', () => {
  expect(usageDays('2026-06-14')).toEqual({ from: '2025-07-01', to: '2026-06-14' });
});

describe('daysOfMonth', () => {
  it('has every day up to today', () => {
    const days = daysOfMonth(usages, '2026-06', '2026-06-04');
    expect(days.map(({ date, clicks }) => [date, clicks])).toEqual([
      ['2026-06-01', 0],
      ['2026-06-02', 7],
      ['2026-06-03', 0],
      ['2026-06-04', 0],
    ]);
  });

  it('has all days of a month that is over', () => {
    expect(daysOfMonth(usages, '2026-02', '2026-06-04')).toHaveLength(28);
  });
});

it('names a month', () => {
  expect(monthWords('2026-06')).toBe('June 2026');
});
