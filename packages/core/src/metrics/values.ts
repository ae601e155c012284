import type { Values } from '@trailmark/contract/report-filter';
import { compareDecimals, decimalOf } from './decimal.ts';
import { formulaOf, type Value } from './formulas.ts';
import type { BaseKey, Sums } from './sums.ts';

/** The sums that some metrics read, and nothing else. */
export function baseKeysOf(metrics: Iterable<string>): Set<BaseKey> {
  return new Set([...metrics].flatMap((metric) => formulaOf(metric)?.reads ?? []));
}

/** The value of a metric over a number of days. */
export function metricValue(metric: string, sums: Sums, days: number): Value {
  return formulaOf(metric)?.value(sums, days) ?? null;
}

/** The values of metrics: sums were added up before, ratios are divided here. */
export function valuesOf(metrics: Iterable<string>, sums: Sums, days: number): Values {
  return Object.fromEntries([...metrics].map((metric) => [metric, metricValue(metric, sums, days)]));
}

/** Below zero when the one is smaller: money exactly, all else as numbers. */
export function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return compareDecimals(decimalOf(one), decimalOf(other));
  }
  return Number(one) - Number(other);
}
