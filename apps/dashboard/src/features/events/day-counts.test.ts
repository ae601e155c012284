import { expect, it } from 'vitest';
import { dayCounts } from './day-counts.ts';

it('has every day of the period, those without an event too', () => {
  const event = { days: [{ date: '2026-03-01', count: 4 }] };
  expect(dayCounts(event, { from: '2026-02-27', to: '2026-03-01' })).toEqual([
    { date: '2026-02-27', count: 0 },
    { date: '2026-02-28', count: 0 },
    { date: '2026-03-01', count: 4 },
  ]);
});
