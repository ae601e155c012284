import { decimalOf } from '@trailmark/core/metrics/decimal';
import { type BaseKey, noSums, type Sums, totalOf } from '@trailmark/core/metrics/sums';
import type { Dimension, Grouped, Grouping } from './dimensions.ts';
import { knowsSpend, type Question } from './question.ts';
import type { MoneyNotes } from './rates.ts';

/** Sums as they are being read, by what they are divided by and by key. */
export type Shelf = Map<Dimension, Map<string, Sums>>;

/** The answer to a question. */
export interface Found {
  /** Sums of a key; of one that nothing was found for too. */
  at(dimension: Dimension, key: string): Sums;
  /** The keys that something was found for: a row of zeros is not, whether or not it was folded yet. */
  keys(dimension: Dimension): string[];
  /** Distinct installs of everything. */
  distinct: Sums['distinct'];
  /** Of everything, distinct installs too. */
  total(): Sums;
  notes: MoneyNotes;
}

export function shelved(shelf: Shelf, dimension: Dimension, key: string): Sums {
  let rows = shelf.get(dimension);
  if (!rows) {
    rows = new Map();
    shelf.set(dimension, rows);
  }
  let sums = rows.get(key);
  if (!sums) {
    sums = noSums();
    rows.set(key, sums);
  }
  return sums;
}

/** A sum that a statement makes, and under which name; in SQL it stands as a column with a number. */
export interface Column {
  key: BaseKey;
  kind: keyof Sums;
}

/** Puts the rows of a statement, whose sums are the columns c0, c1 …, onto the shelf. */
export function shelve(shelf: Shelf, grouping: Grouping, rows: Grouped[], columns: Column[]): void {
  const named = columns.map(({ key: name, kind }, n) => ({ name, kind, column: `c${n}` }));
  for (const row of rows) {
    const { dimension, key } = grouping.placeOf(row);
    const sums = shelved(shelf, dimension, key);
    for (const { name, kind, column } of named) {
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

const isSpend = (key: BaseKey) => key === 'spend' || key.startsWith('earned_spend:');

/** Marks as not known what cannot be known of a row. */
function withUnknown(question: Question, dimension: Dimension, sums: Sums): Sums {
  if (knowsSpend(question, dimension)) return sums;
  const unknown = [...question.reads].filter(isSpend).map((key) => [key, null]);
  return { ...sums, money: { ...sums.money, ...Object.fromEntries(unknown) } };
}

export function foundOn(shelf: Shelf, question: Question, notes: MoneyNotes): Found {
  const at = (dimension: Dimension, key: string) =>
    withUnknown(question, dimension, shelf.get(dimension)?.get(key) ?? noSums());
  const keys = (dimension: Dimension) =>
    [...(shelf.get(dimension) ?? [])].filter(([, sums]) => isSome(sums)).map(([key]) => key);
  const [first] = question.by;
  const distinct = shelf.get('none')?.get('')?.distinct ?? {};
  return {
    at,
    keys,
    distinct,
    total: () => {
      const total = first === undefined ? noSums() : totalOf(keys(first).map((key) => at(first, key)));
      return withUnknown(question, first ?? 'none', { ...total, distinct });
    },
    notes,
  };
}
