import { expect, it } from 'vitest';
import { trendPoints } from './trend-points.ts';

const day = (date: string, installs: number | null) => ({ date, values: { installs, revenue: '10.50' } });

it('aligns the days of the previous period with those of the period', () => {
  const points = trendPoints({
    days: [day('2026-06-01', 5), day('2026-06-02', null)],
    previousDays: [day('2026-05-30', 3)],
    keys: ['installs', 'revenue'],
  });
  expect(points).toEqual([
    {
      name: '1 Jun',
      title: 'Mon, 1 June 2026',
      values: { installs: 5, revenue: 10.5, before: 3 },
      notes: { before: '30 May' },
    },
    { name: '2 Jun', title: 'Tue, 2 June 2026', values: { installs: null, revenue: 10.5 } },
  ]);
});
