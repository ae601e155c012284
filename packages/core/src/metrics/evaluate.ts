import { add, type Decimal, divide, negate, textOf, ZERO } from './decimal.ts';
import type { Difference, Formula } from './formulas.ts';
import type { BaseKey, Sums } from './sums.ts';

export type Value = number | string | null;

/** Digits after the point that money is rounded to, and ratios of money before they become numbers. */
export const MONEY_PLACES = 6;
export const RATIO_PLACES = 15;

const countOf = ({ counts }: Sums, key: BaseKey) => counts[key] ?? 0;
function countsOf(sums: Sums, of: BaseKey | Difference): number {
  if (typeof of === 'string') return countOf(sums, of);
  const { key, less, plus } = of;
  const other = (one: BaseKey | undefined) => (one === undefined ? 0 : countOf(sums, one));
  return countOf(sums, key) - other(less) + other(plus);
}

const distinctOf = ({ distinct }: Sums, key: BaseKey) => (distinct[key] === undefined ? 0 : distinct[key]);
const amountOf = ({ money }: Sums, key: BaseKey) => (money[key] === undefined ? ZERO : money[key]);

function moneyOf(sums: Sums, { key, less }: Difference): Decimal | null {
  const amount = amountOf(sums, key);
  if (less === undefined) return amount;
  const taken = amountOf(sums, less);
  return amount && taken && add(amount, negate(taken));
}

function divideMoney(amount: Decimal | null, divisor: number | null): Value {
  if (!amount || divisor === null) return null;
  const result = divide(amount, { units: BigInt(divisor), places: 0 }, MONEY_PLACES);
  return result && textOf(result, MONEY_PLACES);
}

function ratioOf(one: Decimal | null, other: Decimal | null): Value {
  const result = one && other && divide(one, other, RATIO_PLACES);
  if (!result) return null;
  const number = Number(textOf(result, RATIO_PLACES));
  return Number.isFinite(number) ? number : null;
}

const times = (amount: Decimal | null, factor: number) =>
  amount && { ...amount, units: amount.units * BigInt(factor) };

/** The value of a formula for some sums, over so many days. */
export function evaluate(formula: Formula, sums: Sums, days: number): Value {
  switch (formula.kind) {
    case 'count':
      return countsOf(sums, formula.of);
    case 'distinct':
      return distinctOf(sums, formula.of);
    case 'daily_average':
      return days > 0 ? countOf(sums, formula.of) / days : null;
    case 'share': {
      const divisor = countsOf(sums, formula.over);
      return divisor === 0 ? null : countOf(sums, formula.of) / divisor;
    }
    case 'money': {
      const amount = moneyOf(sums, formula.of);
      return amount && textOf(amount, MONEY_PLACES);
    }
    case 'money_per_count':
      return divideMoney(times(moneyOf(sums, formula.of), formula.times), countOf(sums, formula.over));
    case 'money_per_distinct':
      return divideMoney(moneyOf(sums, formula.of), distinctOf(sums, formula.over));
    case 'money_ratio':
      return ratioOf(moneyOf(sums, formula.of), moneyOf(sums, formula.over));
  }
}
