import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { runPrepared } from '../db/run-prepared.ts';
import type { Log } from '../platform/log.ts';
import { addToCube, addToFinest, COHORT_CUBE, cohortDeltas, convertedRows, DAY_CUBE } from './cube.ts';
import { factorsOf } from './factors.ts';
import { lockFolding, refoldCube } from './refold-cube.ts';

/** Deltas that one transaction folds: readers are never kept waiting. */
const AT_ONCE = 20_000;

/** Folds deltas of a project, in one statement: a reader sees each of them before or after, never twice and never not. */
async function foldSome(tx: Tx, projectId: string, own: string): Promise<number> {
  const [days, cohorts] = [DAY_CUBE.of, COHORT_CUBE.of];
  const factors = { own, rows: sql`factors` };
  const sums = sql`sum(count)::bigint as count, sum(amount) as amount`;
  const money = sql`
    select r.currency, ${days.rateDay} as day from new_days r
    union all
    select r.currency, ${cohorts.rateDay} from new_cohorts r`;
  const statement = sql<{ folded: number }>`
    with taken as (
      delete from rollup_deltas
      where project_id = ${projectId} and id in (
        select id from rollup_deltas where project_id = ${projectId} limit ${AT_ONCE})
      returning *
    ), new_days as (
      select ${days.key}, ${sums} from taken where metric <> ${sql.lit(ACTIVE_24H)} group by ${days.key}
    ), new_cohorts as (
      select ${cohorts.key}, ${sums} from ${cohortDeltas(sql`taken`)} c group by ${cohorts.key}
    ), days as (${addToFinest(days, sql`new_days`)}
    ), cohorts as (${addToFinest(cohorts, sql`new_cohorts`)}
    ), currencies as (
      insert into rollup_currencies (project_id, currency)
      select distinct project_id, currency from new_days where currency <> '' order by currency
      on conflict do nothing
    ), campaigns as (
      insert into rollup_campaigns (project_id, campaign_id)
      select distinct project_id, campaign_id from taken order by campaign_id
      on conflict do nothing
    ), factors as materialized (${factorsOf(own, money)}
    ), converted_days as materialized (${convertedRows(days, sql`new_days`, factors)}
    ), converted_cohorts as materialized (${convertedRows(cohorts, sql`new_cohorts`, factors)}
    ), cube as (${addToCube(DAY_CUBE, sql`converted_days`)}
    ), cohort_cube as (${addToCube(COHORT_CUBE, sql`converted_cohorts`)}
    )
    select count(*) as folded from taken`;
  const rows = await runPrepared(tx, statement);
  return rows[0]?.folded ?? 0;
}

/** Deltas of a project that is gone are set aside: nobody reads them, and they would be tried for ever. */
async function setAside(tx: Tx, projectId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with taken as (delete from rollup_deltas where project_id = ${projectId} returning *)
    insert into orphan_deltas select taken.*, now() from taken`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

async function foldProject(db: Db, projectId: string, log?: Log): Promise<number> {
  let folded = 0;
  for (let some = AT_ONCE; some === AT_ONCE; folded += some) {
    some = await db.transaction().execute(async (tx) => {
      const own = await lockFolding(tx, projectId);
      if (own !== null) return await foldSome(tx, projectId, own);
      const orphans = await setAside(tx, projectId);
      log?.error({ projectId, orphans }, 'deltas of a project that is gone were set aside in orphan_deltas');
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

/** Folds what waits, and cubes that have to be folded again; returns how many deltas there were. */
export async function foldDeltas(db: Db, { least = 1, log }: Options = {}): Promise<number> {
  const { rows } = await sql<{ project_id: string; is_refold: boolean }>`
    select project_id, false as is_refold from rollup_deltas group by project_id having count(*) >= ${least}::int
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
  if (failures.length > 0) throw failures[0];
  return folded;
}
