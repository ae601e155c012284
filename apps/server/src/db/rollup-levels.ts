import { COHORT_COUNTERS, DAY_COUNTERS } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';

const SEGMENT = ['network', 'country', 'platform'] as const;
const CAMPAIGN = ['campaign_id', 'network'] as const;
const PLACE = ['campaign_id', 'link_id', 'network', 'country', 'platform'] as const;

/**
 * Rollups with fewer dimensions, or of whole weeks: which, where they are kept, and what they are the sums of. Without
 * names, single events are not told apart. Joint ones have no rows without a currency: what has none stands beside the
 * money of the project's own, as that was when it was folded.
 */
export const DAY_LEVELS = [
  {
    ...{ table: 'rollup_day_segments', dims: SEGMENT, span: 'day', of: 'rollup_days' },
    ...{ hasNames: true, isJoint: false },
  },
  {
    ...{ table: 'rollup_day_campaigns', dims: CAMPAIGN, span: 'day', of: 'rollup_days' },
    ...{ hasNames: true, isJoint: true },
  },
  {
    ...{ table: 'rollup_week_campaigns', dims: CAMPAIGN, span: 'week', of: 'rollup_day_campaigns' },
    ...{ hasNames: true, isJoint: true },
  },
  {
    ...{ table: 'rollup_week_places', dims: PLACE, span: 'week', of: 'rollup_days' },
    ...{ hasNames: false, isJoint: false },
  },
] as const;
export const COHORT_LEVELS = [
  { table: 'rollup_cohort_segments', dims: SEGMENT, span: 'day', of: 'rollup_cohorts' },
  { table: 'rollup_cohort_campaigns', dims: CAMPAIGN, span: 'day', of: 'rollup_cohorts' },
  { table: 'rollup_cohort_week_campaigns', dims: CAMPAIGN, span: 'week', of: 'rollup_cohort_campaigns' },
] as const;

export type DayLevel = (typeof DAY_LEVELS)[number];
export type CohortLevel = (typeof COHORT_LEVELS)[number];

/** The Monday of the week of a day. */
export const mondayOf = (day: RawBuilder<unknown>) => sql`(${day} - (extract(isodow from ${day})::int - 1))`;

/** The day that a level counts a day under: a week's is its Monday. */
export function dayIn({ span }: DayLevel | CohortLevel, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return span === 'week' ? mondayOf(day) : day;
}

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** The two sums of money, and the counter beside each. */
export const COUNTER_OF = { paid: 'payments', refunded: 'refunds' } as const;
export const AMOUNTS = ['paid', 'refunded'] as const satisfies (keyof typeof COUNTER_OF)[];
/** What stands under a currency. */
export const OF_MONEY: readonly string[] = [...AMOUNTS, ...Object.values(COUNTER_OF)];

/** The numbers of a level of days: a column for each counter, and the two sums of money. */
export const DAY_LEVEL_SUMS = [...DAY_COUNTERS, ...AMOUNTS] as const;

export const dayLevelKey = (level: DayLevel) =>
  names(['project_id', 'event_name', 'local_date', ...level.dims, 'currency']);

/** The currency that rows of a project stand under in a level. */
export const currencyIn = ({ isJoint }: DayLevel, projectId: string) =>
  isJoint
    ? sql`coalesce(nullif(currency, ''), (select p.currency from projects p where p.project_id = ${projectId}))`
    : sql`currency`;

/**
 * Rows of one counter each, as rows of a level with a column for each. Events stand under their name, and all
 * together once more under the empty one.
 */
export function toDayLevel(
  level: DayLevel,
  source: RawBuilder<unknown>,
  currency: RawBuilder<unknown> = sql`currency`,
) {
  const counts = DAY_COUNTERS.map(
    (counter) =>
      sql`coalesce(sum(n.count) filter (where n.metric = ${sql.lit(counter)}), 0)::bigint as ${sql.ref(counter)}`,
  );
  const amount = (metric: string) =>
    sql`coalesce(sum(n.amount) filter (where n.metric = ${sql.lit(metric)}), 0)`;
  const dims = names(level.dims);
  const kept = sql.join(DAY_COUNTERS.map((counter) => sql.lit(counter)));
  const day = sql`${dayIn(level, sql`local_date`)} as local_date`;
  return sql`
    select project_id, event_name, local_date, ${dims}, currency, ${sql.join(counts)},
      ${sql.join(AMOUNTS.map((column) => sql`${amount(COUNTER_OF[column])} as ${sql.ref(column)}`))}
    from (
      select project_id, event_name, ${day}, ${dims}, ${currency} as currency, metric, count, amount from ${source}
      where metric in (${kept}) and ${level.hasNames ? sql`true` : sql`event_name = ''`}
      union all
      select project_id, '', ${day}, ${dims}, ${currency}, metric, count, amount from ${source}
      where metric = 'events' and event_name <> '') n
    group by ${dayLevelKey(level)}`;
}

/** Rows of a level of days as rows of the same level by week. */
export function toWeeks(level: DayLevel, source: RawBuilder<unknown>) {
  const sums = DAY_LEVEL_SUMS.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`);
  const key = dayLevelKey(level);
  return sql`
    select ${key}, ${sql.join(sums)}
    from (
      select project_id, event_name, ${dayIn(level, sql`local_date`)} as local_date, ${names(level.dims)}, currency,
        ${names(DAY_LEVEL_SUMS)}
      from ${source}) n
    group by ${key}`;
}

/** Rows of a level with what has no currency apart from money, wherever it stands. */
export function toApart(level: DayLevel, source: RawBuilder<unknown>) {
  const key = names(['project_id', 'event_name', 'local_date', ...level.dims]);
  const only = (isMoney: boolean) =>
    sql.join(
      DAY_LEVEL_SUMS.map((column) =>
        OF_MONEY.includes(column) === isMoney ? sql.ref(column) : sql`0 as ${sql.ref(column)}`,
      ),
    );
  const sums = DAY_LEVEL_SUMS.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`);
  return sql`
    select ${dayLevelKey(level)}, ${sql.join(sums)}
    from (
      select ${key}, '' as currency, ${only(false)} from ${source}
      union all
      select ${key}, currency, ${only(true)} from ${source}) n
    group by ${dayLevelKey(level)}`;
}

export const cohortLevelKey = (level: CohortLevel) =>
  names(['project_id', 'metric', 'day_number', 'cohort_date', ...level.dims, 'currency']);

/** Rows of cohorts with the dimensions of the level only. */
export function toCohortLevel(level: CohortLevel, source: RawBuilder<unknown>) {
  const key = cohortLevelKey(level);
  const day = dayIn(level, sql`cohort_date`);
  return sql`
    select ${key}, sum(count)::bigint as count, sum(amount) as amount
    from (
      select project_id, metric, day_number, ${day} as cohort_date, ${names(level.dims)}, currency, count, amount
      from ${source}) n
    group by ${key}`;
}

const cohortCounters = sql.join(COHORT_COUNTERS.map((counter) => sql.lit(counter)));

/** What deltas add to cohorts. A day that is not given is the calendar's. */
export function cohortDeltas(source: RawBuilder<unknown>) {
  return sql`(
    select project_id, cohort_date, coalesce(day_number, greatest(local_date - cohort_date, 0)) as day_number, metric,
      campaign_id, link_id, network, country, platform, currency, count, amount
    from ${source}
    where cohort_date is not null and metric in (${cohortCounters}))`;
}
