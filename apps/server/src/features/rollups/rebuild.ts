import { ACTIVE_24H, COHORT_COUNTERS } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import {
  COHORT_LEVELS,
  type CohortLevel,
  cohortLevelKey,
  currencyIn,
  DAY_LEVEL_SUMS,
  DAY_LEVELS,
  type DayLevel,
  dayIn,
  dayLevelKey,
  toCohortLevel,
  toDayLevel,
  toWeeks,
} from '../../db/rollup-levels.ts';
import { recountSpendWeeks } from '../../db/spend-weeks.ts';
import { refreshStatistics } from '../../db/statistics.ts';
import { countRaw, RECOUNTED } from './count-raw.ts';
import { type Difference, differencesFrom } from './recount.ts';

const DIMS = sql`campaign_id, link_id, network, country, platform`;
const cohortCounters = sql.join(COHORT_COUNTERS.map((counter) => sql.lit(counter)));
const DEFAULT_RETENTION_DAYS = 400;
const HOURS_KEPT_DAYS = 8;
const TRIES = 10;

/** The first local day whose raw rows are all still there: one day after the retention's edge. */
export async function firstWholeDay(db: Db | Tx, projectId: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone p.timezone)::date
      - coalesce(s.retention_days, ${DEFAULT_RETENTION_DAYS})::int + 2 as day
    from projects p left join project_settings s on s.project_id = p.project_id
    where p.project_id = ${projectId}`.execute(db);
  return rows[0]?.day ?? '0001-01-01';
}

/** Which device clicked, and which install was active, on which local day: by the zone as it is now. A refund is not activity. */
async function rebuildDays(tx: Tx, projectId: string, from: string): Promise<void> {
  await sql`delete from click_days where project_id = ${projectId} and local_date >= ${from}::date`.execute(
    tx,
  );
  await sql`
    insert into click_days (project_id, local_date, link_id, device_key, campaign_id, network, country, platform)
    select distinct on (day, c.link_id, c.device_key) c.project_id, day, c.link_id, c.device_key, c.campaign_id,
      c.network, c.country, c.platform
    from clicks c join projects p on p.project_id = c.project_id
    cross join lateral (select (c.clicked_at at time zone p.timezone)::date as day) d
    where c.project_id = ${projectId} and day >= ${from}::date
    order by day, c.link_id, c.device_key, c.clicked_at, c.id
    on conflict do nothing`.execute(tx);
  await sql`delete from person_days where project_id = ${projectId} and local_date >= ${from}::date`.execute(
    tx,
  );
  await sql`
    insert into person_days (project_id, local_date, install_id)
    select distinct e.project_id, (e.occurred_at at time zone p.timezone)::date, e.install_id
    from events e join projects p on p.project_id = e.project_id
    where e.project_id = ${projectId} and (e.occurred_at at time zone p.timezone)::date >= ${from}::date
      and e.kind <> 'refund'
    on conflict do nothing`.execute(tx);
  await rebuildBlocks(tx, projectId);
}

/** The 24 hours in which each install was active; kept only where the project counts by them. */
async function rebuildBlocks(tx: Tx, projectId: string): Promise<void> {
  await sql`delete from person_blocks where project_id = ${projectId}`.execute(tx);
  await sql`
    insert into person_blocks (project_id, install_id, block)
    select distinct e.project_id, e.install_id,
      greatest(floor(extract(epoch from e.occurred_at - i.installed_at) / 86400), 0)::int
    from events e join installs i using (project_id, install_id)
    join project_settings s on s.project_id = e.project_id and s.day_kind = '24h'
    where e.project_id = ${projectId} and i.installed_at is not null and e.kind <> 'refund'`.execute(tx);
}

async function clearRows(tx: Tx, projectId: string, from: string): Promise<void> {
  const clear = async (table: string, column: string, first: RawBuilder<unknown>) => {
    const isMeant = sql`project_id = ${projectId} and ${sql.ref(column)} >= ${first}`;
    await sql`delete from ${sql.table(table)} where ${isMeant}`.execute(tx);
  };
  const first = sql`${from}::date`;
  for (const table of ['rollup_days', 'rollup_hours', 'rollup_deltas'])
    await clear(table, 'local_date', first);
  for (const level of DAY_LEVELS) await clear(level.table, 'local_date', dayIn(level, first));
  await clear('rollup_cohorts', 'cohort_date', first);
  for (const level of COHORT_LEVELS) await clear(level.table, 'cohort_date', dayIn(level, first));
}

/** Rows go in as the index has them: that is quicker, and neighbours lie beside each other for whoever reads. */
async function rebuildRows(tx: Tx, projectId: string, from: string): Promise<void> {
  const onDays = sql`local_date >= ${from}::date and metric <> ${sql.lit(ACTIVE_24H)}`;
  await sql`
    insert into rollup_days (project_id, local_date, metric, ${DIMS}, event_name, currency, count, amount)
    select project_id, local_date, metric, ${DIMS}, event_name, currency, sum(count), sum(amount)
    from ${RECOUNTED} where ${onDays}
    group by project_id, local_date, metric, ${DIMS}, event_name, currency
    order by project_id, local_date, metric, ${DIMS}, event_name, currency`.execute(tx);
  await sql`
    insert into rollup_hours (project_id, local_date, local_hour, metric, ${DIMS}, event_name, currency, count,
      amount)
    select project_id, local_date, local_hour, metric, ${DIMS}, event_name, currency, sum(count), sum(amount)
    from ${RECOUNTED}
    where ${onDays} and local_date > (now() at time zone (select p.timezone from projects p
      where p.project_id = ${projectId}))::date - ${HOURS_KEPT_DAYS}::int
    group by project_id, local_date, local_hour, metric, ${DIMS}, event_name, currency
    order by project_id, local_date, local_hour, metric, ${DIMS}, event_name, currency`.execute(tx);
  await sql`
    insert into rollup_cohorts (project_id, cohort_date, day_number, metric, ${DIMS}, currency, count, amount)
    select project_id, cohort_date, day_number, metric, ${DIMS}, currency, sum(count), sum(amount)
    from ${RECOUNTED} where cohort_date >= ${from}::date and metric in (${cohortCounters})
    group by project_id, cohort_date, day_number, metric, ${DIMS}, currency
    order by project_id, cohort_date, day_number, metric, ${DIMS}, currency`.execute(tx);
}

/** From rows that have just been made, weeks from days: what levels say cannot differ from them. */
async function rebuildLevels(tx: Tx, projectId: string, from: string): Promise<void> {
  const sums = sql.join(DAY_LEVEL_SUMS.map((column) => sql.ref(column)));
  const since = (table: string, column: string, level: DayLevel | CohortLevel) => sql`
    (select * from ${sql.table(table)}
    where project_id = ${projectId} and ${sql.ref(column)} >= ${dayIn(level, sql`${from}::date`)}) s`;
  for (const level of DAY_LEVELS) {
    const source = since(level.of, 'local_date', level);
    const rows =
      level.of === 'rollup_days'
        ? toDayLevel(level, source, currencyIn(level, projectId))
        : toWeeks(level, source);
    const key = dayLevelKey(level);
    await sql`insert into ${sql.table(level.table)} (${key}, ${sums}) ${rows} order by ${key}`.execute(tx);
  }
  for (const level of COHORT_LEVELS) {
    const rows = toCohortLevel(level, since(level.of, 'cohort_date', level));
    const key = cohortLevelKey(level);
    await sql`insert into ${sql.table(level.table)} (${key}, count, amount) ${rows} order by ${key}`.execute(
      tx,
    );
  }
}

/**
 * On one snapshot: what is ingested meanwhile has its raw rows and its deltas outside of it, and so is neither lost nor
 * counted twice.
 */
async function rebuildCounted(db: Db, projectId: string): Promise<Difference[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const from = await firstWholeDay(tx, projectId);
          await rebuildDays(tx, projectId, from);
          await countRaw(tx, projectId);
          const differences = await differencesFrom(tx, projectId, from);
          await clearRows(tx, projectId, from);
          await rebuildRows(tx, projectId, from);
          await rebuildLevels(tx, projectId, from);
          return differences;
        });
    } catch (error) {
      // Folding went on at the same rows in the same moment.
      const { code } = error as { code?: string };
      if (code !== '40001' || tries === TRIES) throw error;
    }
  }
}

/** Counts a project anew from its raw rows and says what was wrong. */
export async function rebuildRollups(db: Db, projectId: string): Promise<Difference[]> {
  const differences = await rebuildCounted(db, projectId);
  // Whoever imports spend meanwhile waits for this only.
  await db.transaction().execute((tx) => recountSpendWeeks(tx, projectId));
  await refreshStatistics(db);
  return differences;
}
