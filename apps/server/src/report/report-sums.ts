import { decimalOf } from '@trailmark/core/metrics/decimal';
import { type BaseKey, noSums, type Sums, totalOf } from '@trailmark/core/metrics/sums';
import { type RawBuilder, sql } from 'kysely';
import { type MoneyNotes, type ReportNotes, summedNotes } from '../rollups/factors.ts';
import type { Dimension, Grouped, Grouping } from './dimensions.ts';
import { knowsSpend, type ReportQuery } from './query.ts';

/** Sums as they are being read, by dimension and key. */
export type SumsByDimension = Map<Dimension, Map<string, Sums>>;

/** The sums that a query found. */
export interface ReportSums {
  /** Sums of a key; of one that nothing was found for too. */
  at(dimension: Dimension, key: string): Sums;
  /** The keys that something was found for: a row of zeros is not, whether or not it was folded yet. */
  keys(dimension: Dimension): string[];
  /** Distinct installs of everything. */
  distinct: Sums['distinct'];
  /** Of everything, distinct installs too. */
  total(): Sums;
  notes: MoneyNotes;
  notesByMoney: ReportNotes;
}

export function sumsAt(accumulator: SumsByDimension, dimension: Dimension, key: string): Sums {
  let rows = accumulator.get(dimension);
  if (!rows) {
    rows = new Map();
    accumulator.set(dimension, rows);
  }
  let sums = rows.get(key);
  if (!sums) {
    sums = noSums();
    rows.set(key, sums);
  }
  return sums;
}

/** A sum of a statement, and its key; in SQL it is a numbered column. */
export interface Column {
  key: BaseKey;
  kind: keyof Sums;
}

/** Sums as the numbered columns of a statement. */
export function numbered(sums: readonly RawBuilder<unknown>[]) {
  return sql.join(sums.map((sum, n) => sql`${sum} as ${sql.ref(`c${n}`)}`));
}

export const isSpend = (key: BaseKey) => key === 'spend' || key.startsWith('earned_spend:');

/** Adds the rows of a statement, whose sums are the columns c0, c1 …, to the accumulator. */
export function addSums(
  accumulator: SumsByDimension,
  grouping: Grouping,
  rows: Grouped[],
  columns: Column[],
  query: Pick<ReportQuery, 'filter'>,
): void {
  const named = columns.map(({ key: name, kind }, n) => ({ name, kind, column: `c${n}` }));
  const withoutSpend = named.filter(({ name }) => !isSpend(name));
  for (const row of rows) {
    const { dimension, key } = grouping.groupOf(row);
    const sums = sumsAt(accumulator, dimension, key);
    for (const { name, kind, column } of knowsSpend(query, dimension) ? named : withoutSpend) {
      const value = row[column];
      if (kind === 'money') sums.money[name] = decimalOf(String(value));
      else sums[kind][name] = Number(value);
    }
  }
}

function isSome({ counts, money, distinct }: Sums): boolean {
  for (const key in counts) if (counts[key] !== 0) return true;
  for (const key in money) if (money[key]?.units !== 0n) return true;
  for (const key in distinct) if (distinct[key] !== 0) return true;
  return false;
}

/** Marks as not known what cannot be known of a row. */
function withUnknown(query: ReportQuery, dimension: Dimension, sums: Sums): Sums {
  if (knowsSpend(query, dimension)) return sums;
  const unknown = [...query.reads].filter(isSpend).map((key) => [key, null]);
  return { ...sums, money: { ...sums.money, ...Object.fromEntries(unknown) } };
}

export function reportSums(accumulator: SumsByDimension, query: ReportQuery, notes: ReportNotes): ReportSums {
  const at = (dimension: Dimension, key: string) =>
    withUnknown(query, dimension, accumulator.get(dimension)?.get(key) ?? noSums());
  const keys = (dimension: Dimension) =>
    [...(accumulator.get(dimension) ?? [])].filter(([, sums]) => isSome(sums)).map(([key]) => key);
  const [first] = query.by;
  const distinct = accumulator.get('none')?.get('')?.distinct ?? {};
  return {
    at,
    keys,
    distinct,
    total: () => {
      const total = first === undefined ? noSums() : totalOf(keys(first).map((key) => at(first, key)));
      return withUnknown(query, first ?? 'none', { ...total, distinct });
    },
    notes: summedNotes(notes),
    notesByMoney: notes,
  };
}
