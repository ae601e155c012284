import type { Values } from '@trailmark/contract/report-filter';
import { compareDecimals, decimalOf } from './decimal.ts';
import { evaluate, type Value } from './evaluate.ts';
import { formulaOf, readsOf } from './formulas.ts';
import type { BaseKey, Sums } from './sums.ts';

/** All that has to be read for some figures, and nothing else. */
export function baseKeysOf(metrics: Iterable<string>): Set<BaseKey> {
  return new Set(
    [...metrics].flatMap((metric) => {
      const formula = formulaOf(metric);
      return formula ? readsOf(formula) : [];
    }),
  );
}

/** One figure of some sums, over so many days. */
export function figureOf(metric: string, sums: Sums, days: number): Value {
  const formula = formulaOf(metric);
  return formula && evaluate(formula, sums, days);
}

/** Figures of some sums: added up before, divided here. */
export function valuesOf(metrics: Iterable<string>, sums: Sums, days: number): Values {
  return Object.fromEntries([...metrics].map((metric) => [metric, figureOf(metric, sums, days)]));
}

/** Below zero when the one is smaller: money exactly, all else as numbers. */
export function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return compareDecimals(decimalOf(one), decimalOf(other));
  }
  return Number(one) - Number(other);
}
