import {
  attributedKey,
  earnedKey,
  earnedOfKey,
  keysWith,
  retainedKey,
  retainedOfKey,
} from '@trailmark/core/metrics/base-keys';
import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { runRepeated } from '../db/run-prepared.ts';
import {
  conversion,
  type Factors,
  isNoteworthy,
  loadFactors,
  type MoneyNotes,
  NO_FACTORS,
  NO_NOTES,
  notesOf,
} from '../rollups/factors.ts';
import { COHORT_GRAINS, DIMENSIONS, type DimensionColumn, grainsFor } from '../rollups/grains.ts';
import { unfoldedDeltas } from '../rollups/unfolded.ts';
import type { Context, Range } from './context.ts';
import { addDays } from './days.ts';
import { type Grouped, groupingBy, withLinkNames } from './dimensions.ts';
import { isBetween, type Part, partsOf, separated } from './parts.ts';
import { matches, neededColumns, type ReportQuery, withinCampaigns } from './query.ts';
import { isAttributed, isConverted, type Sum, type SumsStatement } from './read-days.ts';
import { addSums, numbered, type SumsByDimension } from './report-sums.ts';

interface CohortColumns {
  metrics: readonly string[];
  /** Days after the install. */
  days: readonly number[];
  /** Days of the install need not be separate, except before and after each of these; later ones are left out. */
  cuts?: readonly string[] | undefined;
  /** Columns that are needed beside those of the query. */
  needs?: readonly DimensionColumn[] | undefined;
}

function grainsOf(query: ReportQuery, needs: readonly DimensionColumn[] = []) {
  if (!query.context.isCubeReady) return { day: null, week: null };
  return grainsFor(COHORT_GRAINS, [...neededColumns(query), ...needs]);
}

/** Up to the day before the last cut. */
function rangeFor({ range }: ReportQuery, cuts: CohortColumns['cuts']): Range {
  const last = cuts?.toSorted().at(-1);
  const to = last ? addDays(last, -1) : range.to;
  return { from: range.from, to: to < range.to ? to : range.to };
}

const dimensions = sql.join(DIMENSIONS.map((column) => sql.ref(`r.${column}`)));
const ofProject = ({ filter, withinLinks }: ReportQuery, metrics: readonly string[]) => sql`
  r.project_id = ${filter.projectId} and r.metric = any(${metrics}::text[])
  and ${matches({ filter, withinLinks }, 'r')}`;
const unfoldedDay = sql`coalesce(r.day_number, greatest(r.local_date - r.cohort_date, 0))`;

/**
 * Installs of the range and what they did, as it is at this moment, folded and not yet folded. Money is in the currency
 * of the project, and `currency` is empty; money without a rate is in its own.
 */
export function cohortRows(query: ReportQuery, factors: Factors, columns: CohortColumns) {
  const { metrics, days, cuts, needs } = columns;
  const range = rangeFor(query, cuts);
  const cubeRows = ({ grain, isIn, sign }: Part) => sql`
      select r.period as day, r.day_number, ${dimensions}, r.metric, r.currency, ${sign}r.count as count,
        ${sign}r.amount as amount, ${sign}r.old_rates as old_rates
      from rollup_cohort_cube r
      where ${ofProject(query, metrics)} and r.grain = ${grain?.name} and r.day_number = any(${days}::int[]) and ${isIn}`;
  const finestRows = (
    table: RawBuilder<unknown>,
    dayNumber: RawBuilder<unknown>,
    isIn: RawBuilder<unknown>,
  ) => {
    const money = conversion(factors, sql`r.cohort_date + ${dayNumber}`);
    return sql`
      select r.cohort_date as day, ${dayNumber} as day_number, ${dimensions}, r.metric, ${money.currency} as currency,
        r.count, ${money.amount} as amount, ${money.oldRates} as old_rates
      from ${table} r ${money.join}
      where ${ofProject(query, metrics)} and ${dayNumber} = any(${days}::int[]) and ${isIn}`;
  };
  const parts = partsOf(grainsOf(query, needs), 'cohort_date', { range, cuts, context: query.context });
  const folded = parts.map((part) =>
    part.grain ? cubeRows(part) : finestRows(sql.table('rollup_cohorts'), sql.ref('r.day_number'), part.isIn),
  );
  const deltas = unfoldedDeltas(query.filter.projectId);
  const unfolded = finestRows(deltas, unfoldedDay, isBetween(null, 'cohort_date', range));
  return withinCampaigns(query, sql.join([...folded, unfolded], sql` union all `));
}

/** The factors of foreign money that is not converted yet. */
export async function loadCohortFactors(
  tx: Tx,
  query: ReportQuery,
  needs?: readonly DimensionColumn[],
): Promise<Factors> {
  const { filter, context, range } = query;
  const rows = (table: RawBuilder<unknown>, dayNumber: RawBuilder<unknown>) => sql`
    select r.currency, r.cohort_date + ${dayNumber} as day from ${table} r
    where r.project_id = ${filter.projectId} and r.metric in ('payments', 'refunds')
      and r.currency <> ${context.currency} and ${isBetween(null, 'cohort_date', range)} and ${matches(query, 'r')}`;
  const money = [
    rows(unfoldedDeltas(filter.projectId), unfoldedDay),
    ...(grainsOf(query, needs).day === null
      ? [rows(sql.table('rollup_cohorts'), sql.ref('r.day_number'))]
      : []),
  ];
  return await loadFactors(tx, context.currency, sql.join(money, sql` union all `));
}

/** Installs of a day before this one have lived day n after it to its end, in the calendar. */
export const maturedBefore = ({ today }: Context, day: number) => addDays(today, -day);

/** The same for activity: the n-th 24 hours of an install can end on the day after. */
export const activeBefore = (context: Context, day: number) =>
  maturedBefore(context, context.dayKind === '24h' ? day + 1 : day);

/** The counter that says who was active on day n. */
export const activeCounter = ({ dayKind }: Context) => (dayKind === '24h' ? ACTIVE_24H : 'active');

const counted = (conditions: RawBuilder<unknown>[]) =>
  sql`coalesce(sum(r.count) filter (where ${sql.join(conditions, sql` and `)}), 0)::bigint`;
const before = (day: string) => sql`r.day < ${day}::date`;

/** Adds up who came back on day n, of those that could. */
export function retentionStatement(query: ReportQuery): SumsStatement | null {
  const { filter, by, context, reads } = query;
  const days = keysWith(reads, 'retained_of').map(Number);
  const earnedDays = keysWith(reads, 'earned_of').map(Number);
  if (days.length === 0 && earnedDays.length === 0) return null;
  const cuts = new Set([
    ...days.map((day) => activeBefore(context, day)),
    ...earnedDays.map((day) => maturedBefore(context, day)),
  ]);
  const isInstalled = sql`r.metric in ('installs', 'reinstalls')`;
  const isActive = sql`r.metric = ${activeCounter(context)}`;
  const sums: Sum[] = [
    ...days.flatMap((day): Sum[] => {
      const isOld = before(activeBefore(context, day));
      const retained = counted([isActive, sql`r.day_number = ${day}`, isOld]);
      return [
        { key: retainedKey(day), kind: 'counts', sum: retained },
        { key: retainedOfKey(day), kind: 'counts', sum: counted([isInstalled, isOld]) },
      ];
    }),
    ...earnedDays.map((day): Sum => {
      const sum = counted([isInstalled, before(maturedBefore(context, day))]);
      return { key: earnedOfKey(day), kind: 'counts', sum };
    }),
  ];
  const grouping = groupingBy(by);
  const separate = by.includes('date') ? undefined : [...cuts];
  const installs = { metrics: ['installs', 'reinstalls'], days: [0] };
  const active = { metrics: [activeCounter(context)], days };
  const rows = sql.join(
    [installs, active].map((columns) => cohortRows(query, NO_FACTORS, { ...columns, cuts: separate })),
    sql` union all `,
  );
  const statement = sql<Grouped>`
    select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}
    from ${withLinkNames(rows, by, filter)} r
    group by ${grouping.groupBy}`;
  return { sums, grouping, statement };
}

/** Adds up what installs paid on the days 0 to n, at the rate of each of those days. */
export async function earnedStatement(tx: Tx, query: ReportQuery) {
  const { filter, by, context, reads } = query;
  const ofAll = keysWith(reads, 'earned').map(Number);
  const ofAttributed = keysWith(keysWith(reads, 'attributed'), 'earned').map(Number);
  const days = [...new Set([...ofAll, ...ofAttributed])];
  if (days.length === 0) return null;
  const upTo = Array.from({ length: Math.max(...days) + 1 }, (_, day) => day);
  const needs = ofAttributed.length > 0 ? (['network'] as const) : [];
  const factors = await loadCohortFactors(tx, query, needs);
  const matured = days.map((day) => maturedBefore(context, day));
  const paid = { metrics: ['payments', 'refunds'], days: upTo, needs };
  const rows = cohortRows(query, factors, { ...paid, cuts: by.includes('date') ? undefined : matured });
  const net = sql`case when r.metric = 'refunds' then -r.amount else r.amount end`;
  const sumOf = (key: string, day: number, isMeant: RawBuilder<boolean>): Sum => {
    const isThen = sql`${isConverted} and r.day_number <= ${day} and ${before(maturedBefore(context, day))} and ${isMeant}`;
    return { key, kind: 'money', sum: sql`coalesce(sum(${net}) filter (where ${isThen}), 0)` };
  };
  const sums = [
    ...ofAll.map((day) => sumOf(earnedKey(day), day, sql`true`)),
    ...ofAttributed.map((day) => sumOf(attributedKey(earnedKey(day)), day, isAttributed)),
  ];
  const grouping = groupingBy(by);
  const statement = sql<Grouped & { is_noteworthy: boolean }>`
    select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}, ${isNoteworthy}
    from ${withLinkNames(rows, by, filter)} r
    group by ${grouping.groupBy}`;
  const all = cohortRows({ ...query, isLoose: false }, factors, paid);
  const money = sql`select r.currency, ${net} as amount, r.old_rates from (${all}) r`;
  return { sums, grouping, statement, money };
}

/** What became of the installs of the range. */
export async function readCohorts(
  tx: Tx,
  query: ReportQuery,
  accumulator: SumsByDimension,
): Promise<MoneyNotes> {
  for (const by of separated(query, (one) => grainsOf(one))) {
    const retention = retentionStatement({ ...query, by });
    if (!retention) break;
    const summed = await runRepeated(tx, retention.statement);
    addSums(accumulator, retention.grouping, summed, retention.sums, query);
  }
  const earned = await earnedStatement(tx, query);
  if (!earned) return NO_NOTES;
  const summed = await runRepeated(tx, earned.statement);
  addSums(accumulator, earned.grouping, summed, earned.sums, query);
  return summed.some(({ is_noteworthy }) => is_noteworthy) ? await notesOf(tx, earned.money) : NO_NOTES;
}
