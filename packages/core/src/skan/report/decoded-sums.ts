import { add, type Decimal, decimalOf, multiply, ZERO } from '../../metrics/decimal.ts';
import type { PostbackCell } from './postback-cell.ts';

/** What a value says about an install, by the schema that was active. */
export interface DecodedValue {
  /** How often something happened; no max: without a limit. */
  events: readonly { name: string; min: number; max: number | null }[];
  /** From min, below max; no expected: nothing is known about the middle. */
  revenue: { currency: string; min: string; max: string | null; expected: string | null } | null;
}

/** null: no schema was active, or it has no such value. */
export type Decode = (cell: PostbackCell) => DecodedValue | null;

/** Winning postbacks of a window that say whether something happened at least once. */
export interface EventSum {
  window: number;
  name: string;
  /** It certainly happened. */
  low: number;
  /** Of those that do not say, as many as of those that do; null: none of them says. */
  expected: number | null;
  /** It may have happened. */
  high: number;
}

/** Of all winning postbacks with a value that can be decoded. */
export interface RevenueSum {
  low: Decimal;
  expected: Decimal;
  /** null: some are in a bucket without an upper limit. */
  high: Decimal | null;
  /** How many are in such a bucket. */
  open: number;
}

const isDecodable = ({ won, fine, coarse }: PostbackCell): boolean =>
  won && (fine !== null || coarse !== null);

/** Winning postbacks with a value that no schema explains. */
export function countUndecoded(cells: readonly PostbackCell[], decode: Decode): number {
  const lost = cells.filter((cell) => isDecodable(cell) && decode(cell) === null);
  return lost.reduce((sum, { count }) => sum + count, 0);
}

interface Certainty {
  window: number;
  name: string;
  did: number;
  didNot: number;
  unknown: number;
}

function sayingOf(min: number, max: number | null): 'did' | 'didNot' | 'unknown' {
  if (min > 0) return 'did';
  return max === 0 ? 'didNot' : 'unknown';
}

/** How many did what, by window. People may be in several windows, so that windows do not add up. */
export function sumEvents(cells: readonly PostbackCell[], decode: Decode): EventSum[] {
  const sums = new Map<string, Certainty>();
  for (const cell of cells) {
    if (!isDecodable(cell)) continue;
    for (const { name, min, max } of decode(cell)?.events ?? []) {
      const key = `${cell.sequence} ${name}`;
      const sum = sums.get(key) ?? { window: cell.sequence, name, did: 0, didNot: 0, unknown: 0 };
      sum[sayingOf(min, max)] += cell.count;
      sums.set(key, sum);
    }
  }
  return [...sums.values()]
    .sort(
      (one, other) => one.window - other.window || other.did - one.did || (one.name < other.name ? -1 : 1),
    )
    .map(({ window, name, did, didNot, unknown }) => {
      const known = did + didNot;
      const expected = unknown === 0 ? did : known === 0 ? null : did + (unknown * did) / known;
      return { window, name, low: did, expected, high: did + unknown };
    });
}

/** What one unit of a currency is worth in that of the project; null: nobody knows. */
export type FactorOf = (currency: string) => Decimal | null;

/** What was paid, in the project's currency; null: no schema with revenue, or no rate, for any of them. */
export function sumRevenue(
  cells: readonly PostbackCell[],
  decode: Decode,
  factorOf: FactorOf,
): RevenueSum | null {
  const sum: RevenueSum = { low: ZERO, expected: ZERO, high: ZERO, open: 0 };
  let isKnown = false;
  for (const cell of cells) {
    const revenue = isDecodable(cell) ? decode(cell)?.revenue : null;
    const factor = revenue && factorOf(revenue.currency);
    if (!revenue || !factor) continue;
    isKnown = true;
    const weight = multiply(factor, { units: BigInt(cell.count), places: 0 });
    const of = (amount: string) => multiply(decimalOf(amount), weight);
    sum.low = add(sum.low, of(revenue.min));
    // Where nothing is known about the middle, the least that it can be counts.
    sum.expected = add(sum.expected, of(revenue.expected ?? revenue.min));
    if (revenue.max === null) sum.open += cell.count;
    sum.high = sum.high === null || revenue.max === null ? null : add(sum.high, of(revenue.max));
  }
  return isKnown ? sum : null;
}
