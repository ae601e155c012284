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
import { planForValues, runRepeated } from '../db/run-prepared.ts';
import { AMOUNT_OF, AMOUNTS } from '../rollups/cube.ts';
import {
  conversion,
  type Factors,
  isNoteworthy,
  loadFactors,
  NO_FACTORS,
  NO_NOTES,
  notesOf,
  type ReportNotes,
} from '../rollups/factors.ts';
import { DIMENSIONS, GRAINS, grainsFor } from '../rollups/grains.ts';
import { unfoldedDeltas } from '../rollups/unfolded.ts';
import { addDays, mondayOf } from './days.ts';
import { type Grouped, type Grouping, groupingBy, withLinkNames } from './dimensions.ts';
import { partOfDay, wholeDays } from './part-of-day.ts';
import { isBetween, type Part, partsOf, separated } from './parts.ts';
import {
  eventNamesOf,
  knowsSpend,
  matches,
  neededColumns,
  type ReportQuery,
  withinCampaigns,
} from './query.ts';
import { addSums, type Column, numbered, type SumsByDimension } from './report-sums.ts';

export const metricOf = (column: string): string => (AMOUNT_OF as Record<string, string>)[column] ?? column;
const isAmount = (column: string) => AMOUNTS.some((amount) => amount === column);

interface DayColumns {
  /** Counters and amounts. */
  columns: readonly string[];
  /** Of single events; without it, of all together. */
  eventNames?: readonly string[] | 'all' | undefined;
  /** Days need not be separate, except before and after each of these: whole weeks may be read. */
  cuts?: readonly string[] | undefined;
}

/** The grains that a query is answered from. */
export function dayGrains(query: ReportQuery) {
  return query.context.isCubeReady ? grainsFor(GRAINS, neededColumns(query)) : { day: null, week: null };
}

const ofProject = ({ filter, withinLinks }: ReportQuery) =>
  sql`r.project_id = ${filter.projectId} and ${matches({ filter, withinLinks }, 'r')}`;

function isNamed(eventNames: DayColumns['eventNames']) {
  return eventNames === 'all' ? sql`r.event_name <> ''` : sql`r.event_name = any(${eventNames}::text[])`;
}

const dimensions = sql.join(DIMENSIONS.map((column) => sql.ref(`r.${column}`)));

/** Rows of the cube: a column for each counter, and money is converted. */
function cubeRows(query: ReportQuery, { columns, eventNames }: DayColumns, { grain, isIn, sign }: Part) {
  const numbers = columns.map((column) => sql`${sign}${sql.ref(`r.${column}`)} as ${sql.ref(column)}`);
  // Of the money that is read.
  const oldRates = [
    ...(columns.includes('paid') ? [sql`r.old_rates`] : []),
    ...(columns.includes('spend') ? [sql`r.old_spend_rates`] : []),
  ];
  const sumOfOldRates = oldRates.length > 0 ? sql`${sign}(${sql.join(oldRates, sql` + `)})` : sql`0`;
  return sql`
    select r.period as day, ${dimensions}, r.event_name, r.currency, ${sql.join(numbers)},
      ${sumOfOldRates} as old_rates
    from rollup_cube r
    where ${ofProject(query)} and r.grain = ${grain?.name}
      and ${eventNames ? isNamed(eventNames) : sql`r.event_name = ''`} and ${isIn}`;
}

/** Rows of one counter each: of the daily rollups, and what waits to be folded. */
function counterRows(
  query: ReportQuery,
  { columns, eventNames }: DayColumns,
  {
    table,
    isIn,
    sign,
    factors,
    hour = sql``,
  }: Omit<Part, 'grain'> & {
    table: RawBuilder<unknown>;
    factors: Factors;
    hour?: RawBuilder<unknown>;
  },
) {
  const money = conversion(factors, sql`r.local_date`);
  const metrics = [...new Set(columns.map(metricOf))];
  const numbers = columns.map((column) => {
    const own = isAmount(column) ? sql`(${money.amount})` : sql`r.count`;
    const isMeant = sql`r.metric = ${sql.lit(metricOf(column))}`;
    return sql`case when ${isMeant} then ${sign}${own} else 0 end as ${sql.ref(column)}`;
  });
  return sql`
    select r.local_date as day, ${dimensions}, r.event_name, ${money.currency} as currency, ${sql.join(numbers)},
      ${sign}(${money.oldRates}) as old_rates${hour}
    from ${table} r ${money.join}
    where ${ofProject(query)} and r.metric = any(${metrics}::text[])
      and ${eventNames ? isNamed(eventNames) : sql`true`} and ${isIn}`;
}

/**
 * Counters by day as they are at this moment, folded and not yet folded. Money is in the currency of the project, and
 * `currency` is empty; money without a rate is in its own.
 */
export function dayRows(query: ReportQuery, factors: Factors, columns: DayColumns) {
  const { context } = query;
  const range = wholeDays(query.range);
  const { day, week } = dayGrains(query);
  const hasWeeks = !columns.eventNames || week?.hasEventNames;
  const parts = range
    ? partsOf({ day, week: hasWeeks ? week : null }, 'local_date', { range, cuts: columns.cuts, context })
    : [];
  const folded = parts.map((part) =>
    part.grain
      ? cubeRows(query, columns, part)
      : counterRows(query, columns, { table: sql.table('rollup_days'), factors, ...part }),
  );
  const single = { sign: sql``, factors };
  const unfolded =
    range &&
    counterRows(query, columns, {
      table: unfoldedDeltas(query.filter.projectId),
      isIn: isBetween(null, 'local_date', range),
      ...single,
    });
  const table = partOfDay(query, columns.columns.map(metricOf));
  const hour = query.by.includes('hour') ? sql`, r.hour` : sql``;
  const part = table && counterRows(query, columns, { table, isIn: sql<boolean>`true`, hour, ...single });
  const all = [...folded, unfolded, part].filter((rows) => rows !== null);
  return withinCampaigns(query, sql.join(all, sql` union all `));
}

/** The factors of foreign money that is not converted yet. */
export async function loadDayFactors(tx: Tx, query: ReportQuery): Promise<Factors> {
  const { filter, context } = query;
  // Days of the first and last week that are outside of the range may be subtracted.
  const range = { from: mondayOf(query.range.from), to: addDays(mondayOf(query.range.to), 6) };
  const unfolded = unfoldedDeltas(filter.projectId);
  const tables = [
    unfolded,
    ...(dayGrains(query).day === null ? [sql.table('rollup_days')] : []),
    ...[partOfDay(query, ['payments', 'refunds', 'spend']) ?? []].flat(),
  ];
  const money = tables.map(
    (table) => sql`
      select r.currency, r.local_date as day from ${table} r
      where r.project_id = ${filter.projectId} and r.metric in ('payments', 'refunds', 'spend')
        and r.currency <> ${context.currency} and ${isBetween(null, 'local_date', range)} and ${matches(query, 'r')}`,
  );
  return await loadFactors(tx, context.currency, sql.join(money, sql` union all `));
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
export function sumsOf({ reads, by, context, filter }: ReportQuery): {
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

type DayNotes = Pick<ReportNotes, 'revenue' | 'spend'>;

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
  if (query.range.until !== undefined) await planForValues(tx);
  const factors = await factorsFor(tx, query);
  let hasNotes = false;
  for (const by of separated(query, dayGrains)) {
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
  const eventNames = eventNamesOf(reads);
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
