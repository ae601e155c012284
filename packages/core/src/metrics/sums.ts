import { add, type Decimal, negate, ZERO } from './decimal.ts';

/** What a formula reads, by name: a counter, an amount of money, or a number of distinct installs. */
export type BaseKey = string;

/**
 * The inputs of formulas, added up over some rows. A missing key is zero; null is not known for these rows, and then
 * neither is a metric that reads it.
 */
export interface Sums {
  counts: Record<BaseKey, number>;
  money: Record<BaseKey, Decimal | null>;
  /** Distinct installs; they do not add up. */
  distinct: Record<BaseKey, number | null>;
}

export function noSums(): Sums {
  return { counts: {}, money: {}, distinct: {} };
}

/** Adds what the other holds. How many distinct installs both have is not known then. */
export function addTo(sums: Sums, other: Sums): void {
  for (const key in other.counts) sums.counts[key] = (sums.counts[key] ?? 0) + (other.counts[key] ?? 0);
  for (const key in other.money) {
    const [known, amount] = [sums.money[key], other.money[key] ?? null];
    if (known === null || amount === null) sums.money[key] = null;
    else sums.money[key] = known ? add(known, amount) : amount;
  }
  for (const key in other.distinct) sums.distinct[key] = null;
}

/** The sum of all rows; distinct installs have to be counted separately. */
export function totalOf(rows: Iterable<Sums>): Sums {
  const total = noSums();
  for (const row of rows) addTo(total, row);
  return total;
}

/** The sums of all rows but some. Distinct installs have to be counted separately. */
export function subtract(all: Sums, some: Sums): Sums {
  const rest = totalOf([all]);
  for (const key in some.counts) rest.counts[key] = (rest.counts[key] ?? 0) - (some.counts[key] ?? 0);
  for (const key in some.money) {
    const [known, amount] = [rest.money[key] ?? ZERO, some.money[key] ?? null];
    rest.money[key] = rest.money[key] === null || amount === null ? null : add(known, negate(amount));
  }
  return rest;
}
