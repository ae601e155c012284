import type { CohortRow } from '@trailmark/contract/cohorts';
import { expect, it } from 'vitest';
import { curvesOf } from './cohort-curves.ts';

const row = (key: string, cohort_size: number, ...values: (number | string | null)[]): CohortRow => ({
  key,
  label: key,
  cohort_size,
  spend: null,
  cells: values.map((value, day) => ({ day, value, of: null, over: null, mature: true })),
});

const total = row('total', 60, 1, 0.5, 0.25);
const rows = [row('small', 1, 1, 1, 1), row('none', 0, null, null, null), row('large', 50, 1, '0.4', null)];

it('draws the total and the largest rows, in the order of the table', () => {
  const { series, points } = curvesOf({ total, rows, nameOf: ({ key }) => key, first: 0 });
  expect(series.map(({ key }) => key)).toEqual(['total', 'small', 'large']);
  expect(points).toHaveLength(3);
  expect(points[1]).toEqual({ name: 'D1', title: 'Day 1', values: { total: 0.5, small: 1, large: 0.4 } });
  expect(points[2]?.values.large).toBeNull();
});

it('draws from the given day, and no more than the given number of rows', () => {
  const { series, points } = curvesOf({ total, rows, nameOf: ({ key }) => key, first: 1, most: 1 });
  expect(series.map(({ key }) => key)).toEqual(['total', 'large']);
  expect(points.map(({ name }) => name)).toEqual(['D1', 'D2']);
});
