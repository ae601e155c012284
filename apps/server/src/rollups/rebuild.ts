import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { refreshStatistics } from '../db/statistics.ts';
import { untilNoCollision } from '../db/until-no-collision.ts';
import { countRaw, RECOUNTED } from './count-raw.ts';
import {
  addToFinest,
  COHORT_CUBE,
  campaignsWithRows,
  DAY_CUBE,
  type FinestRollup,
  isCohortCounter,
} from './cube.ts';
import { foldAll } from './fold.ts';
import { type Difference, differencesFrom } from './recount.ts';
import { holdFolding, rebuildCubes } from './refold-cube.ts';

const DEFAULT_RETENTION_DAYS = 400;

/** The first local day whose raw rows are all still there: one day after the retention's edge. */
async function firstWholeDay(db: Db | Tx, projectId: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone p.timezone)::date
      - coalesce(s.retention_days, ${DEFAULT_RETENTION_DAYS})::int + 2 as day
    from projects p left join project_settings s on s.project_id = p.project_id
    where p.project_id = ${projectId}`.execute(db);
  return rows[0]?.day ?? '0001-01-01';
}

/** Which device clicked on which local day: by the zone as it is now. */
async function rebuildClickDays(tx: Tx, projectId: string, from: string): Promise<void> {
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
}

/**
 * Which install was active on which local day, and in which 24 hours where the project counts by them. A refund is not
 * activity. Rows that are right are left alone, since ingest waits for those that are changed and not committed.
 */
async function rebuildActive(tx: Tx, projectId: string, from: string): Promise<void> {
  await sql`
    with active as materialized (
      select distinct (e.occurred_at at time zone p.timezone)::date as local_date, e.install_id
      from events e cross join projects p
      where e.project_id = ${projectId} and p.project_id = ${projectId} and e.kind <> 'refund'
        and (e.occurred_at at time zone p.timezone)::date >= ${from}::date
    ), wrong as (
      delete from person_days d where d.project_id = ${projectId} and d.local_date >= ${from}::date
        and not exists (select from active a where a.install_id = d.install_id and a.local_date = d.local_date)
    )
    insert into person_days (project_id, local_date, install_id)
    select ${projectId}::uuid, local_date, install_id from active order by local_date, install_id
    on conflict do nothing`.execute(tx);
  await sql`
    with active as materialized (
      select distinct e.install_id,
        greatest(floor(extract(epoch from e.occurred_at - i.installed_at) / 86400), 0)::int as block
      from events e join installs i on i.project_id = ${projectId} and i.install_id = e.install_id
      join project_settings s on s.project_id = ${projectId} and s.day_kind = '24h'
      where e.project_id = ${projectId} and i.installed_at is not null and e.kind <> 'refund'
    ), wrong as (
      delete from person_blocks d where d.project_id = ${projectId}
        and not exists (select from active a where a.install_id = d.install_id and a.block = d.block)
    )
    insert into person_blocks (project_id, install_id, block)
    select ${projectId}::uuid, install_id, block from active order by install_id, block
    on conflict do nothing`.execute(tx);
}

/** Replaces the rows of a finest rollup from a day on by what the raw rows say. */
async function replaceFinest(
  tx: Tx,
  finest: FinestRollup,
  { projectId, from, counters }: { projectId: string; from: string; counters: RawBuilder<unknown> },
): Promise<void> {
  const isMeant = sql`project_id = ${projectId} and ${sql.ref(finest.date)} >= ${from}::date`;
  await sql`delete from ${sql.table(finest.table)} where ${isMeant}`.execute(tx);
  const rows = sql`(
    select ${finest.key}, sum(count) as count, sum(amount) as amount
    from ${RECOUNTED} where ${isMeant} and ${counters} group by ${finest.key})`;
  await addToFinest(finest, rows).execute(tx);
}

interface Range {
  projectId: string;
  /** The currency of the project. */
  own: string;
  from: string;
}

async function rebuildRows(tx: Tx, { projectId, own, from }: Range): Promise<void> {
  const onDays = sql`metric <> ${sql.lit(ACTIVE_24H)}`;
  await replaceFinest(tx, DAY_CUBE.of, { projectId, from, counters: onDays });
  await replaceFinest(tx, COHORT_CUBE.of, { projectId, from, counters: isCohortCounter });
  await sql`
    insert into rollup_currencies (project_id, currency)
    select distinct project_id, currency from ${RECOUNTED} where currency <> ''
    on conflict do nothing`.execute(tx);
  await sql`
    insert into rollup_campaigns (project_id, campaign_id)
    select project_id, campaign_id from ${campaignsWithRows(projectId)} r
    on conflict do nothing`.execute(tx);
  await rebuildCubes(tx, { projectId, own, from });
}

/**
 * On one snapshot: what is ingested meanwhile has its raw rows and its deltas outside of it, and so is neither lost nor
 * counted twice.
 */
async function rebuildCounted(db: Db, projectId: string): Promise<Difference[]> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { currency: own } = await tx
        .selectFrom('projects')
        .select('currency')
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      const from = await firstWholeDay(tx, projectId);
      // First of all: afterwards it would not be known which clicks are counted in `click_days`.
      await foldAll(tx, projectId, own);
      await rebuildClickDays(tx, projectId, from);
      await rebuildActive(tx, projectId, from);
      await countRaw(tx, projectId);
      const differences = await differencesFrom(tx, projectId, from);
      await rebuildRows(tx, { projectId, own, from });
      return differences;
    });
}

/**
 * Recomputes the rollups of a project from its raw rows and returns what was wrong. Folding is held off by a transaction
 * of its own: what was folded before the snapshot of the rebuild has to be in it, or it would be added once more.
 */
export async function rebuildRollups(db: Db, projectId: string): Promise<Difference[]> {
  const differences = await db.transaction().execute(async (holder) => {
    await holdFolding(holder, projectId);
    // Committed by itself, so that ingest does not wait for days of a new zone until all is counted.
    await untilNoCollision(() =>
      db
        .transaction()
        .execute(async (tx) => await rebuildActive(tx, projectId, await firstWholeDay(tx, projectId))),
    );
    return await untilNoCollision(() => rebuildCounted(db, projectId));
  });
  await refreshStatistics(db);
  return differences;
}
