import type { Values } from '@trailmark/contract/report-filter';
import { compareDecimals, decimalOf } from './decimal.ts';
import { evaluate, type Value } from './evaluate.ts';
import { formulaOf, readsOf } from './formulas.ts';
import type { BaseKey, Sums } from './sums.ts';

/** The sums that some metrics read, and nothing else. */
export function baseKeysOf(metrics: Iterable<string>): Set<BaseKey> {
  return new Set(
    [...metrics].flatMap((metric) => {
      const formula = formulaOf(metric);
      return formula ? readsOf(formula) : [];
    }),
  );
}

/** The value of a metric over a number of days. */
export function metricValue(metric: string, sums: Sums, days: number): Value {
  const formula = formulaOf(metric);
  return formula && evaluate(formula, sums, days);
}

/** The values of metrics: sums were added up before, ratios are divided here. */
export function valuesOf(metrics: Iterable<string>, sums: Sums, days: number): Values {
  const values: Values = {};
  for (const metric of metrics) values[metric] = metricValue(metric, sums, days);
  return values;
}

/** Below zero when the one is smaller: money exactly, all else as numbers. */
export function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return compareDecimals(decimalOf(one), decimalOf(other));
  }
  return Number(one) - Number(other);
}
