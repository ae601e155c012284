import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import {
  COHORT_LEVELS,
  type CohortLevel,
  cohortDeltas,
  cohortLevelKey,
  currencyIn,
  DAY_LEVEL_SUMS,
  DAY_LEVELS,
  type DayLevel,
  dayLevelKey,
  toCohortLevel,
  toDayLevel,
} from '../../db/rollup-levels.ts';
import { runPrepared } from '../../pipeline/run-prepared.ts';

/** Deltas that one transaction folds: readers are never kept waiting, only told a little later. */
const AT_ONCE = 20_000;
const HOURS_KEPT_DAYS = 8;

const KEY = sql`campaign_id, link_id, network, country, platform`;
const onDays = sql`metric <> ${sql.lit(ACTIVE_24H)}`;

/** Adds to each of the columns what the new row has in it. */
function adding(table: string, columns: readonly string[]) {
  return sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + excluded.${sql.ref(column)}`,
    ),
  );
}

function foldDayLevel(level: DayLevel, projectId: string) {
  const key = dayLevelKey(level);
  const sums = sql.join(DAY_LEVEL_SUMS.map((column) => sql.ref(column)));
  return sql`
    insert into ${sql.table(level.table)} (${key}, ${sums})
    ${toDayLevel(level, sql`of_days`, currencyIn(level, projectId))}
    order by ${key}
    on conflict (${key}) do update set ${adding(level.table, DAY_LEVEL_SUMS)}`;
}

function foldCohortLevel(level: CohortLevel) {
  const key = cohortLevelKey(level);
  return sql`
    insert into ${sql.table(level.table)} (${key}, count, amount)
    ${toCohortLevel(level, sql`of_cohorts`)}
    order by ${key}
    on conflict (${key}) do update set ${adding(level.table, ['count', 'amount'])}`;
}

/**
 * Folds deltas of a project into its rollups, in one statement: whoever reads sees them before or after, never
 * twice and never not at all.
 */
async function foldSome(tx: Tx, projectId: string): Promise<number> {
  const statement = sql<{ folded: number }>`
    with taken as (
      delete from rollup_deltas
      where project_id = ${projectId} and id in (
        select id from rollup_deltas where project_id = ${projectId} limit ${AT_ONCE})
      returning *
    ), of_hours as (
      select project_id, local_date, local_hour, metric, ${KEY}, event_name, currency, sum(count)::bigint as count,
        sum(amount) as amount
      from taken where ${onDays}
      group by project_id, local_date, local_hour, metric, ${KEY}, event_name, currency
    ), of_days as (
      select project_id, local_date, metric, ${KEY}, event_name, currency, sum(count)::bigint as count,
        sum(amount) as amount
      from of_hours
      group by project_id, local_date, metric, ${KEY}, event_name, currency
    ), of_cohorts as (
      select project_id, cohort_date, day_number, metric, ${KEY}, currency, sum(count)::bigint as count,
        sum(amount) as amount
      from ${cohortDeltas(sql`taken`)} c
      group by project_id, cohort_date, day_number, metric, ${KEY}, currency
    ), days as (
      insert into rollup_days (project_id, local_date, metric, ${KEY}, event_name, currency, count, amount)
      select project_id, local_date, metric, ${KEY}, event_name, currency, count, amount
      from of_days
      order by project_id, local_date, metric, ${KEY}, event_name, currency
      on conflict (project_id, local_date, metric, ${KEY}, event_name, currency)
        do update set ${adding('rollup_days', ['count', 'amount'])}
    ), hours as (
      insert into rollup_hours (project_id, local_date, local_hour, metric, ${KEY}, event_name, currency, count,
        amount)
      select project_id, local_date, local_hour, metric, ${KEY}, event_name, currency, count, amount
      from of_hours
      where local_date > (now() at time zone (select p.timezone from projects p
        where p.project_id = ${projectId}))::date - ${HOURS_KEPT_DAYS}::int
      order by project_id, local_date, local_hour, metric, ${KEY}, event_name, currency
      on conflict (project_id, local_date, local_hour, metric, ${KEY}, event_name, currency)
        do update set ${adding('rollup_hours', ['count', 'amount'])}
    ), cohorts as (
      insert into rollup_cohorts (project_id, cohort_date, day_number, metric, ${KEY}, currency, count, amount)
      select project_id, cohort_date, day_number, metric, ${KEY}, currency, count, amount
      from of_cohorts
      order by project_id, cohort_date, day_number, metric, ${KEY}, currency
      on conflict (project_id, cohort_date, day_number, metric, ${KEY}, currency)
        do update set ${adding('rollup_cohorts', ['count', 'amount'])}
    ), day_segments as (${foldDayLevel(DAY_LEVELS[0], projectId)}
    ), day_campaigns as (${foldDayLevel(DAY_LEVELS[1], projectId)}
    ), week_campaigns as (${foldDayLevel(DAY_LEVELS[2], projectId)}
    ), week_places as (${foldDayLevel(DAY_LEVELS[3], projectId)}
    ), cohort_segments as (${foldCohortLevel(COHORT_LEVELS[0])}
    ), cohort_campaigns as (${foldCohortLevel(COHORT_LEVELS[1])}
    ), cohort_week_campaigns as (${foldCohortLevel(COHORT_LEVELS[2])}
    )
    select count(*) as folded from taken`;
  const rows = await runPrepared(tx, statement);
  return rows[0]?.folded ?? 0;
}

/** Folds what waits in projects where it is at least so much; returns how many deltas there were. */
export async function foldDeltas(db: Db, least = 1): Promise<number> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from rollup_deltas group by project_id having count(*) >= ${least}::int`.execute(db);
  let folded = 0;
  for (const { project_id } of rows) {
    for (let some = AT_ONCE; some === AT_ONCE; ) {
      some = await db.transaction().execute(async (tx) => {
        // One after the other: two that delete the same rows in another order would block each other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`fold ${project_id}`}, 0))`.execute(tx);
        return await foldSome(tx, project_id);
      });
      folded += some;
    }
  }
  return folded;
}
