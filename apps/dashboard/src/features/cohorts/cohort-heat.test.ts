import type { CohortRow } from '@trailmark/contract/cohorts';
import { expect, it } from 'vitest';
import { heatOf, hottest } from './cohort-heat.ts';

const row = (...values: (number | string | null)[]): CohortRow => ({
  key: 'a',
  label: 'a',
  cohort_size: 10,
  spend: null,
  cells: values.map((value, day) => ({ day, value, of: null, over: null, mature: true })),
});

it('is strongest at the most, but for day 0 of retention', () => {
  expect(hottest([row(1, 0.4, 0.2)], 'retention')).toBe(0.4);
  expect(hottest([row('12.5', '3'), row('9', null)], 'ltv')).toBe(12.5);
  expect(hottest([row(null)], 'roas')).toBe(0);
});

it('is not dominated by outliers', () => {
  const rows = [row(...Array.from({ length: 99 }, () => 1), 50)];
  expect(hottest(rows, 'roas')).toBe(1);
});

it('grows with the value, within what text on it can bear', () => {
  expect(heatOf(null, 1)).toBe(0);
  expect(heatOf(-3, 1)).toBe(0);
  expect(heatOf(1, 0)).toBe(0);
  expect(heatOf(0.5, 1)).toBe(23);
  expect(heatOf(5, 1)).toBe(46);
});
