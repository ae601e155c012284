import { compareDecimals, decimalOf } from '../../metrics/decimal.ts';

/** Revenue that installs of the past had in their first window. */
export interface RevenueHistory {
  /** How many days of it there are. */
  days: number;
  /** Of each install that paid, in the currency of the schema, in any order. */
  amounts: readonly string[];
}

/** Buckets of revenue: each begins at its bound and ends below the next. */
export interface Buckets {
  bounds: string[];
  /** What an install in each of them is worth. */
  expected: string[];
}

/** Two months and so many payers for each bucket: with fewer the buckets would follow chance. */
export const HISTORY_DAYS = 60;
export const PAYERS_PER_BUCKET = 10;
/** With fewer, a range says more than history does. */
const FEWEST_BUCKETS = 3;

const DEFAULT_RANGE = { min: 1, max: 500 };

/** A decimal as text without an exponent, and no finer than money is stored. */
export function amountOf(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  const text = rounded.toFixed(6).replace(/\.?0+$/, '');
  return Number(text) > 0 ? text : '0.000001';
}

const rises = (bounds: readonly string[]) =>
  bounds.every((bound, at) => at === 0 || Number(bound) > Number(bounds[at - 1]));

const distinct = (bounds: readonly string[]) =>
  bounds.filter((bound, at) => at === 0 || Number(bound) > Number(bounds[at - 1]));

/** What a bucket is worth where nobody has paid yet: the geometric mean of its ends. */
function geometricMeans(bounds: readonly string[]): string[] {
  const ratio = bounds.length > 1 ? Number(bounds.at(-1)) / Number(bounds.at(-2)) : 1;
  return bounds.map((bound, at) => {
    const next = bounds[at + 1] === undefined ? Number(bound) * ratio : Number(bounds[at + 1]);
    return amountOf(Math.sqrt(Number(bound) * next), 3);
  });
}

/** Buckets that begin where somebody says. */
export const givenBuckets = (bounds: readonly string[]): Buckets => ({
  bounds: [...bounds],
  expected: geometricMeans(bounds),
});

/** Buckets that grow by the same factor, with round bounds as far as they stay apart. */
export function geometricBuckets(count: number, range: { min?: number; max?: number }): Buckets {
  const min = range.min ?? Math.min(DEFAULT_RANGE.min, (range.max ?? DEFAULT_RANGE.max) / 10);
  const max = range.max ?? Math.max(DEFAULT_RANGE.max, min * 100);
  const exact = Array.from({ length: count }, (_, at) =>
    count === 1 ? min : min * (max / min) ** (at / (count - 1)),
  );
  const rounded = [2, 3, 4, 6].map((digits) => exact.map((value) => amountOf(value, digits)));
  return givenBuckets(distinct(rounded.find(rises) ?? (rounded.at(-1) as string[])));
}

/** Whether there is enough of it for buckets. */
export const isEnoughHistory = ({ days, amounts }: RevenueHistory): boolean =>
  days >= HISTORY_DAYS &&
  amounts.filter((amount) => Number(amount) > 0).length >= FEWEST_BUCKETS * PAYERS_PER_BUCKET;

/**
 * Buckets that each hold the same share of all revenue, as many as there are payers for; null: there is too little
 * history.
 */
export function historyBuckets(most: number, { days, amounts }: RevenueHistory): Buckets | null {
  const paid = amounts.map(Number).filter((amount) => amount > 0);
  const count = Math.min(most, Math.floor(paid.length / PAYERS_PER_BUCKET));
  if (days < HISTORY_DAYS || count < Math.min(most, FEWEST_BUCKETS)) return null;
  paid.sort((one, other) => one - other);
  const total = paid.reduce((sum, amount) => sum + amount, 0);
  const exact: number[] = [paid[0] as number];
  let sum = 0;
  for (const amount of paid) {
    if (exact.length < count && sum >= (total * exact.length) / count) exact.push(amount);
    sum += amount;
  }
  const bounds = distinct(exact.map((value) => amountOf(value, 15)));
  return { bounds, expected: observedMeans(bounds, paid) };
}

function observedMeans(bounds: readonly string[], paid: readonly number[]): string[] {
  return bounds.map((bound, at) => {
    const next = bounds[at + 1];
    const inside = paid.filter(
      (amount) => amount >= Number(bound) && (next === undefined || amount < Number(next)),
    );
    return amountOf(inside.reduce((sum, amount) => sum + amount, 0) / inside.length, 6);
  });
}

/** Whether bounds rise, compared exactly. */
export const boundsRise = (bounds: readonly string[]): boolean =>
  bounds.every(
    (bound, at) => at === 0 || compareDecimals(decimalOf(bound), decimalOf(bounds[at - 1] as string)) > 0,
  );
