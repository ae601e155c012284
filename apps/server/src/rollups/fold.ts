import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import { allProjects, inAllParts } from '../db/all-projects.ts';
import type { Db, Tx } from '../db/connection.ts';
import { runPrepared } from '../db/run-prepared.ts';
import type { Log } from '../platform/log.ts';
import {
  addToCube,
  addToFinest,
  COHORT_CUBE,
  cohortDeltas,
  convertedRows,
  DAY_CUBE,
  DIMENSION_COLUMNS,
  sumOf,
} from './cube.ts';
import { factorsOf } from './factors.ts';
import { lockFolding, refoldCube } from './refold-cube.ts';

/**
 * Deltas that one statement folds, and the rest of the last group. The more there are, the fewer rows are changed
 * again and again; this many are folded in about two seconds.
 */
const AT_ONCE = 100_000;
/** They are sorted and grouped for each grain: on disk that would take longer. */
const MEMORY = sql`set local work_mem = '64MB'`;

/** Takes groups of a project, those that were written first. */
const take = (projectId: string) => sql`
  delete from rollup_delta_groups where project_id = ${projectId} and id in (
    select id from (
      select id, sum(size) over (order by id) - size as before from rollup_delta_groups
      where project_id = ${projectId}) g
    where before < ${sql.lit(AT_ONCE)})
  returning project_id, size, deltas, clicks`;

/** Of clicks `taken_clicks`, the first of each device and link on a day, unless it is known already. */
const addClickDays = sql`
  insert into click_days (project_id, local_date, link_id, device_key, campaign_id, network, country, platform)
  select distinct on (local_date, link_id, device_key) project_id, local_date, link_id, device_key, campaign_id,
    network, country, platform
  from taken_clicks order by local_date, link_id, device_key, id
  on conflict do nothing
  returning *`;

const clickDeltas = (metric: string, clicks: string) => sql`
  select project_id, local_date, null::date, ${DIMENSION_COLUMNS}, ${sql.lit(metric)}, '', '', null::int, count(*), 0
  from ${sql.table(clicks)} group by project_id, local_date, ${DIMENSION_COLUMNS}`;

/** Folds deltas of a project, in one statement: a reader sees each of them before or after, never twice and never not. */
async function foldSome(tx: Tx, projectId: string, own: string): Promise<number> {
  const [days, cohorts] = [DAY_CUBE.of, COHORT_CUBE.of];
  const factors = { own, rows: sql`factors` };
  const sums = sql`${sumOf(sql`count`)} as count, sum(amount) as amount`;
  const money = sql`
    select r.currency, ${days.rateDay} as day from new_days r
    union all
    select r.currency, ${cohorts.rateDay} from new_cohorts r`;
  const statement = sql<{ folded: number }>`
    with taken as (${take(projectId)}
    ), taken_clicks as materialized (
      select t.project_id, c.* from taken t cross join unnest(t.clicks) c
    ), new_click_days as (${addClickDays}
    ), new_deltas as materialized (
      select t.project_id, d.* from taken t cross join unnest(t.deltas) d
      union all ${clickDeltas('clicks', 'taken_clicks')}
      union all ${clickDeltas('unique_clicks', 'new_click_days')}
    ), new_days as (
      select ${days.key}, ${sums} from new_deltas where metric <> ${sql.lit(ACTIVE_24H)} group by ${days.key}
    ), new_cohorts as (
      select ${cohorts.key}, ${sums} from ${cohortDeltas(sql`new_deltas`)} c group by ${cohorts.key}
    ), days as (${addToFinest(days, sql`new_days`)}
    ), cohorts as (${addToFinest(cohorts, sql`new_cohorts`)}
    ), currencies as (
      insert into rollup_currencies (project_id, currency)
      select distinct project_id, currency from new_days where currency <> '' order by currency
      on conflict do nothing
    ), campaigns as (
      insert into rollup_campaigns (project_id, campaign_id)
      select distinct project_id, campaign_id from new_deltas order by campaign_id
      on conflict do nothing
    ), factors as materialized (${factorsOf(own, money)}
    ), converted_days as materialized (${convertedRows(days, sql`new_days`, factors)}
    ), converted_cohorts as materialized (${convertedRows(cohorts, sql`new_cohorts`, factors)}
    ), cube as (${addToCube(DAY_CUBE, sql`converted_days`)}
    ), cohort_cube as (${addToCube(COHORT_CUBE, sql`converted_cohorts`)}
    )
    select coalesce(sum(size), 0)::int as folded from taken`;
  const rows = await runPrepared(tx, statement);
  return rows[0]?.folded ?? 0;
}

/** Folds all deltas of a project in this transaction. */
export async function foldAll(tx: Tx, projectId: string, own: string): Promise<void> {
  while ((await foldSome(tx, projectId, own)) > 0);
}

/** Deltas of a project that is gone are set aside: nobody reads them, and they would be tried for ever. */
async function setAside(tx: Tx, projectId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with taken as (delete from rollup_delta_groups where project_id = ${projectId} returning *)
    insert into orphan_deltas (project_id, id, size, deltas, clicks, set_aside_at)
    select project_id, id, size, deltas, clicks, now() from taken`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

async function foldProject(db: Db, projectId: string, log?: Log): Promise<number> {
  let folded = 0;
  for (let some = AT_ONCE; some >= AT_ONCE; folded += some) {
    some = await db.transaction().execute(async (tx) => {
      const own = await lockFolding(tx, projectId);
      if (own === undefined) return 0;
      if (own !== null) {
        await MEMORY.execute(tx);
        return await foldSome(tx, projectId, own);
      }
      const orphans = await setAside(tx, projectId);
      log?.error(
        { projectId, orphans },
        'groups of deltas of a project that is gone were set aside in orphan_deltas',
      );
      return 0;
    });
  }
  return folded;
}

interface Options {
  /** Projects where fewer deltas wait are left for another time. */
  least?: number;
  log?: Log;
}

async function foldPart(
  db: Db,
  { least = 1, log }: Options,
): Promise<{ folded: number; failures: unknown[] }> {
  const { rows } = await sql<{ project_id: string; is_refold: boolean }>`${allProjects}
    select project_id, false as is_refold from rollup_delta_groups
    group by project_id having sum(size) >= ${least}::int
    union all
    select project_id, true from cube_refolds`.execute(db);
  let folded = 0;
  const failures: unknown[] = [];
  for (const { project_id, is_refold } of rows) {
    try {
      if (is_refold) await refoldCube(db, project_id);
      else folded += await foldProject(db, project_id, log);
    } catch (error) {
      // One project does not keep the others waiting.
      failures.push(error);
    }
  }
  return { folded, failures };
}

/** Folds what waits, and cubes that have to be folded again; returns how many deltas there were. */
export async function foldDeltas(db: Db, options: Options = {}): Promise<number> {
  const { log } = options;
  const { results } = await inAllParts({ db, ...(log ? { log } : {}) }, (part) => foldPart(part.db, options));
  const failures = results.flatMap((part) => part.failures);
  if (failures.length > 0) throw failures[0];
  return results.reduce((sum, { folded }) => sum + folded, 0);
}
