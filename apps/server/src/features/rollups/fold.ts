import { COHORT_COUNTERS } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** Deltas that one transaction folds: readers are never kept waiting, only told a little later. */
const AT_ONCE = 20_000;
const HOURS_KEPT_DAYS = 8;

const KEY = sql`campaign_id, link_id, network, country, platform`;
const cohortCounters = sql.join(COHORT_COUNTERS.map((counter) => sql.lit(counter)));

/**
 * Folds the oldest deltas of a project into its rollups, in one statement: whoever reads sees them before or
 * after, never twice and never not at all.
 */
async function foldSome(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from rollup_deltas
      where project_id = ${projectId} and id in (
        select id from rollup_deltas where project_id = ${projectId} order by id limit ${AT_ONCE} for update)
      returning *
    ), days as (
      insert into rollup_days (project_id, local_date, metric, ${KEY}, event_name, currency, count, amount)
      select project_id, local_date, metric, ${KEY}, event_name, currency, sum(count), sum(amount)
      from taken
      group by project_id, local_date, metric, ${KEY}, event_name, currency
      order by project_id, local_date, metric, ${KEY}, event_name, currency
      on conflict (project_id, local_date, metric, ${KEY}, event_name, currency)
        do update set count = rollup_days.count + excluded.count, amount = rollup_days.amount + excluded.amount
    ), hours as (
      insert into rollup_hours (project_id, local_date, local_hour, metric, ${KEY}, event_name, currency, count,
        amount)
      select project_id, local_date, local_hour, metric, ${KEY}, event_name, currency, sum(count), sum(amount)
      from taken
      where local_date > (now() at time zone (select p.timezone from projects p
        where p.project_id = ${projectId}))::date - ${HOURS_KEPT_DAYS}::int
      group by project_id, local_date, local_hour, metric, ${KEY}, event_name, currency
      order by project_id, local_date, local_hour, metric, ${KEY}, event_name, currency
      on conflict (project_id, local_date, local_hour, metric, ${KEY}, event_name, currency)
        do update set count = rollup_hours.count + excluded.count, amount = rollup_hours.amount + excluded.amount
    ), cohorts as (
      insert into rollup_cohorts (project_id, cohort_date, day_number, metric, ${KEY}, currency, count, amount)
      select project_id, cohort_date, greatest(local_date - cohort_date, 0), metric, ${KEY}, currency, sum(count),
        sum(amount)
      from taken
      where cohort_date is not null and metric in (${cohortCounters})
      group by project_id, cohort_date, greatest(local_date - cohort_date, 0), metric, ${KEY}, currency
      order by project_id, cohort_date, greatest(local_date - cohort_date, 0), metric, ${KEY}, currency
      on conflict (project_id, cohort_date, day_number, metric, ${KEY}, currency)
        do update set count = rollup_cohorts.count + excluded.count,
          amount = rollup_cohorts.amount + excluded.amount
    )
    select count(*) as folded from taken`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Folds whatever waits; returns how many deltas there were. */
export async function foldDeltas(db: Db): Promise<number> {
  const { rows } = await sql<{ project_id: string }>`select distinct project_id from rollup_deltas`.execute(
    db,
  );
  let folded = 0;
  for (const { project_id } of rows) {
    for (let some = AT_ONCE; some === AT_ONCE; ) {
      some = await foldSome(db, project_id);
      folded += some;
    }
  }
  return folded;
}
