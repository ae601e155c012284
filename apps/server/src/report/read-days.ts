import { ORGANIC } from '@trailmark/contract/networks';
import {
  attributedKey,
  earnedSpendKey,
  eventKey,
  firstKey,
  keysWith,
} from '@trailmark/core/metrics/base-keys';
import { DAY_COUNTERS } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { runRepeated } from '../db/run-prepared.ts';
import {
  type Factors,
  isNoteworthy,
  type MoneyNotes,
  NO_FACTORS,
  NO_NOTES,
  notesOf,
} from '../rollups/factors.ts';
import { dayGrains, dayRows, loadDayFactors } from './day-rows.ts';
import { addDays } from './days.ts';
import { type Dimension, type Grouped, type Grouping, groupingBy, withLinkNames } from './dimensions.ts';
import { knowsSpend, type ReportQuery } from './query.ts';
import { addSums, type Column, type SumsByDimension } from './report-sums.ts';

/** Sums as the numbered columns of a statement. */
export function numbered(sums: readonly RawBuilder<unknown>[]) {
  return sql.join(sums.map((sum, n) => sql`${sum} as ${sql.ref(`c${n}`)}`));
}

/** Rows credited to a campaign. */
export const isAttributed = sql<boolean>`r.network <> ${ORGANIC}`;
/** Rows whose money is in the currency of the project. */
export const isConverted = sql<boolean>`r.currency = ''`;

const sumOf = (column: string, conditions: RawBuilder<boolean>[] = []) => {
  const only = conditions.length > 0 ? sql`filter (where ${sql.join(conditions, sql` and `)})` : sql``;
  return sql`coalesce(sum(${sql.ref(`r.${column}`)}) ${only}, 0)`;
};
const countOf = (column: string, conditions?: RawBuilder<boolean>[]) =>
  sql`${sumOf(column, conditions)}::bigint`;
const moneyOf = (column: string, conditions: RawBuilder<boolean>[] = []) =>
  sql`${sumOf(column, [isConverted, ...conditions])}`;

/** A sum, as a column of a statement. */
export type Sum = Column & { sum: RawBuilder<unknown> };

/** A statement that adds up rows by the dimensions of a query. */
export interface SumsStatement {
  sums: Sum[];
  grouping: Grouping;
  statement: RawBuilder<Grouped & { is_noteworthy?: boolean }>;
}

const REVENUE = ['paid', 'refunded'];

/** What a query reads of the days. */
function sumsOf({ reads, by, context, filter }: ReportQuery): {
  sums: Sum[];
  columns: string[];
  cuts: string[];
} {
  const attributed = new Set(keysWith(reads, 'attributed'));
  const counters = (keys: ReadonlySet<string>) => DAY_COUNTERS.filter((counter) => keys.has(counter));
  // Both, wherever one is read: notes are about revenue.
  const revenue = (keys: ReadonlySet<string>) => (REVENUE.some((key) => keys.has(key)) ? REVENUE : []);
  const hasSpend = by.some((dimension) => knowsSpend({ filter }, dimension));
  const earnedDays = hasSpend ? keysWith(reads, 'earned_spend').map(Number) : [];
  const cutOf = (day: number) => addDays(context.today, -day);
  const isSpent = hasSpend && (reads.has('spend') || earnedDays.length > 0);
  const sums: Sum[] = [
    ...counters(reads).map((key): Sum => ({ key, kind: 'counts', sum: countOf(key) })),
    ...counters(attributed).map(
      (key): Sum => ({ key: attributedKey(key), kind: 'counts', sum: countOf(key, [isAttributed]) }),
    ),
    ...revenue(reads).map((key): Sum => ({ key, kind: 'money', sum: moneyOf(key) })),
    ...revenue(attributed).map(
      (key): Sum => ({ key: attributedKey(key), kind: 'money', sum: moneyOf(key, [isAttributed]) }),
    ),
    ...(isSpent ? [{ key: 'spend', kind: 'money' as const, sum: moneyOf('spend') }] : []),
    ...earnedDays.map((day): Sum => {
      const sum = moneyOf('spend', [sql<boolean>`r.day < ${cutOf(day)}::date`]);
      return { key: earnedSpendKey(day), kind: 'money', sum };
    }),
  ];
  const amounts = [...new Set([...revenue(reads), ...revenue(attributed)])];
  return {
    sums,
    columns: [
      ...new Set([...counters(reads), ...counters(attributed), ...amounts, ...(isSpent ? ['spend'] : [])]),
    ],
    cuts: earnedDays.map(cutOf),
  };
}

/** Days by themselves, where the other dimensions can be read by week. */
function separated(query: ReportQuery): (readonly Dimension[])[] {
  const rest = query.by.filter((dimension) => dimension !== 'date');
  const isMixed = rest.length > 0 && rest.length < query.by.length;
  return isMixed && dayGrains({ ...query, by: rest }).week ? [['date'], rest] : [query.by];
}

/** Of revenue and of spend. */
export interface DayNotes {
  revenue: MoneyNotes;
  spend: MoneyNotes;
}

const NOTHING: DayNotes = { revenue: NO_NOTES, spend: NO_NOTES };

/** Adds up counters and money by day. */
export function dayStatement(query: ReportQuery, factors: Factors): SumsStatement {
  const { filter, by } = query;
  const { sums, columns, cuts } = sumsOf(query);
  const grouping = groupingBy(by);
  const rows = dayRows(query, factors, { columns, cuts: by.includes('date') ? undefined : cuts });
  const statement = sql<Grouped & { is_noteworthy?: boolean }>`
    select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}${hasMoney(sums) ? sql`, ${isNoteworthy}` : sql``}
    from ${withLinkNames(rows, by, filter)} r
    group by ${grouping.groupBy}`;
  return { sums, grouping, statement };
}

const hasMoney = (sums: readonly Sum[]) => sums.some(({ kind }) => kind === 'money');

/** The factors that a query needs for the money of its days. */
export async function factorsFor(tx: Tx, query: ReportQuery): Promise<Factors> {
  return hasMoney(sumsOf(query).sums) ? await loadDayFactors(tx, query) : NO_FACTORS;
}

/** Counters and money by day. */
export async function readDays(tx: Tx, query: ReportQuery, accumulator: SumsByDimension): Promise<DayNotes> {
  const { sums, columns } = sumsOf(query);
  if (sums.length === 0) return NOTHING;
  const factors = await factorsFor(tx, query);
  let hasNotes = false;
  for (const by of separated(query)) {
    const { grouping, statement } = dayStatement({ ...query, by }, factors);
    const summed = await runRepeated(tx, statement);
    addSums(accumulator, grouping, summed, sums, query);
    hasNotes ||= summed.some(({ is_noteworthy }) => is_noteworthy);
  }
  if (!hasNotes) return NOTHING;
  const rows = dayRows({ ...query, isLoose: false }, factors, { columns, cuts: [] });
  const notes = async (amount: RawBuilder<unknown>) =>
    await notesOf(tx, sql`select r.currency, ${amount} as amount, r.old_rates from (${rows}) r`);
  return {
    revenue: columns.includes('paid') ? await notes(sql`r.paid - r.refunded`) : NO_NOTES,
    spend: columns.includes('spend') ? await notes(sql`r.spend`) : NO_NOTES,
  };
}

/** Single events, by name. */
export async function readEvents(tx: Tx, query: ReportQuery, accumulator: SumsByDimension): Promise<void> {
  const { filter, by, reads } = query;
  const attributed = keysWith(keysWith(reads, 'attributed'), 'event');
  const eventNames = [...new Set([...keysWith(reads, 'event'), ...keysWith(reads, 'first'), ...attributed])];
  if (eventNames.length === 0) return;
  const grouping = groupingBy(by);
  const cuts = by.includes('date') ? undefined : [];
  const rows = dayRows(query, NO_FACTORS, { columns: ['events', 'first_events'], eventNames, cuts });
  const sums = [countOf('events'), countOf('first_events'), countOf('events', [isAttributed])];
  const statement = sql<Grouped & { name: string }>`
    select r.event_name as name, ${grouping.select}, ${numbered(sums)}
    from ${withLinkNames(rows, by, filter)} r
    group by r.event_name, ${grouping.groupBy}`;
  for (const row of await runRepeated(tx, statement)) {
    const columns: Column[] = [
      { key: eventKey(row.name), kind: 'counts' },
      { key: firstKey(row.name), kind: 'counts' },
      { key: attributedKey(eventKey(row.name)), kind: 'counts' },
    ];
    addSums(accumulator, grouping, [row], columns, query);
  }
}
