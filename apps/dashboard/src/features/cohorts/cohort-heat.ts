import type { CohortRow } from '@trailmark/contract/cohorts';
import { drawable } from '../../report/format-value.ts';
import type { CohortMetric } from './cohort-view.ts';

/** So strong that the text on it keeps its contrast in both themes. */
const STRONGEST = 46;

/** Cells above this share of all are equally strong: one outlier must not leave the others pale. */
const OUTLIERS_FROM = 0.95;

/** The value at which the heat is strongest. Day 0 of retention is everybody and would leave the others pale. */
export function hottest(rows: readonly CohortRow[], metric: CohortMetric): number {
  const first = metric === 'retention' ? 1 : 0;
  const values = rows
    .flatMap(({ cells }) => cells.filter(({ day }) => day >= first).map(({ value }) => drawable(value) ?? 0))
    .filter((value) => value > 0)
    .sort((a, b) => a - b);
  return values[Math.ceil(values.length * OUTLIERS_FROM) - 1] ?? 0;
}

/** How much of the accent a cell has, in per cent; 0 where there is no number, or nothing to be proud of. */
export function heatOf(value: number | null, most: number): number {
  if (value === null || value <= 0 || most <= 0) return 0;
  return Math.round(Math.min(value / most, 1) * STRONGEST);
}
