import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { countRaw, RECOUNTED } from './count-raw.ts';
import {
  AMOUNTS,
  COHORT_CUBE,
  CUBES,
  type Cube,
  campaignsWithRows,
  cohortDeltas,
  convertedWith,
  DAY_CUBE,
  isCohortCounter,
} from './cube.ts';
import { type Grain, periodOf } from './grains.ts';

/** What the raw rows of a project add up to, and what its rollups say. */
export interface Difference {
  where: string;
  counted: { count: number; amount: string };
  kept: { count: number; amount: string };
}

/** Enough to see what is wrong. */
const MOST_DIFFERENCES = sql.lit(1000);

interface Row {
  label: string;
  counted: number;
  counted_amount: string;
  kept: number;
  kept_amount: string;
}

/** Sums of two sides by a key, where they differ. */
interface Sides {
  key: RawBuilder<unknown>;
  counted: RawBuilder<unknown>;
  kept: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
}

async function compare(db: Tx, { key, counted, kept, where, label }: Sides): Promise<Row[]> {
  const summed = (rows: RawBuilder<unknown>) =>
    sql`(select ${key}, sum(count) as count, sum(amount) as amount from ${rows} r where ${where} group by ${key})`;
  const { rows } = await sql<Row>`
    select ${label} as label,
      coalesce(c.count, 0)::bigint as counted, coalesce(c.amount, 0) as counted_amount,
      coalesce(k.count, 0)::bigint as kept, coalesce(k.amount, 0) as kept_amount
    from ${summed(counted)} c full join ${summed(kept)} k using (${key})
    where coalesce(c.count, 0) <> coalesce(k.count, 0) or coalesce(c.amount, 0) <> coalesce(k.amount, 0)
    order by 1 limit ${MOST_DIFFERENCES}`.execute(db);
  return rows;
}

function compareDays(db: Tx, projectId: string, from: string): Promise<Row[]> {
  const { key } = DAY_CUBE.of;
  const ofProject = (table: string) =>
    sql`select ${key}, count, amount from ${sql.table(table)} where project_id = ${projectId}`;
  return compare(db, {
    key,
    counted: sql`${RECOUNTED}`,
    kept: sql`(${ofProject('rollup_days')} union all ${ofProject('rollup_deltas')})`,
    where: sql`local_date >= ${from}::date and metric <> ${sql.lit(ACTIVE_24H)}`,
    label: sql`'day ' || local_date || ' · ' || concat_ws(' · ', metric, nullif(event_name, ''), nullif(currency, ''),
      network, campaign_id, link_id, nullif(country, ''), platform)`,
  });
}

/**
 * `click_days` is written by folding, and what it says was counted is what folding counted. So the devices of each link
 * and day are also counted from the clicks themselves, as far as there are any.
 */
function compareUniqueClicks(db: Tx, projectId: string, from: string): Promise<Row[]> {
  const ofProject = (table: string) => sql`
    select local_date, link_id, count, 0 as amount from ${sql.table(table)}
    where project_id = ${projectId} and metric = 'unique_clicks'`;
  return compare(db, {
    key: sql`local_date, link_id`,
    counted: sql`(
      select distinct (c.clicked_at at time zone p.timezone)::date as local_date, c.link_id, c.device_key, 1 as count,
        0 as amount
      from clicks c cross join projects p where c.project_id = ${projectId} and p.project_id = ${projectId})`,
    kept: sql`(${ofProject('rollup_days')} union all ${ofProject('rollup_deltas')})`,
    where: sql`local_date >= ${from}::date`,
    label: sql`'devices of clicks ' || local_date || ' · ' || link_id`,
  });
}

function compareCohorts(db: Tx, projectId: string, from: string): Promise<Row[]> {
  const { key } = COHORT_CUBE.of;
  const waiting = sql`(select * from rollup_deltas where project_id = ${projectId}) w`;
  return compare(db, {
    key,
    counted: sql`${RECOUNTED}`,
    kept: sql`(
      select ${key}, count, amount from rollup_cohorts where project_id = ${projectId}
      union all
      select ${key}, count, amount from ${cohortDeltas(waiting)} d)`,
    where: sql`cohort_date >= ${from}::date and ${isCohortCounter}`,
    label: sql`'cohort ' || cohort_date || ' + ' || day_number || ' · ' || concat_ws(' · ', metric, network,
      campaign_id, country, platform, currency)`,
  });
}

/** A campaign with rows that is not listed would be missing where totals leave campaigns out. */
async function findUnlisted(db: Tx, projectId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'rollup_campaigns ' || r.campaign_id as label, 1 as counted, '0' as counted_amount, 0 as kept,
      '0' as kept_amount
    from ${campaignsWithRows(projectId)} r
    where not exists (
      select from rollup_campaigns c where c.project_id = ${projectId} and c.campaign_id = r.campaign_id)
    order by 1 limit ${MOST_DIFFERENCES}`.execute(db);
  return rows;
}

/** A grain has what was folded, as the finest rollup does: it must be the sum of that. */
async function compareGrain(
  db: Tx,
  { cube, grain }: { cube: Cube; grain: Grain },
  { projectId, own, from }: { projectId: string; own: string; from: string },
): Promise<Row[]> {
  const first = periodOf(grain, sql`${from}::date`);
  const finest = sql`(
    select * from ${sql.table(cube.of.table)}
    where project_id = ${projectId} and ${sql.ref(cube.of.date)} >= ${first})`;
  const isAmount = (column: string) => column === 'amount' || AMOUNTS.some((amount) => amount === column);
  const numbers = (row: string, columns: readonly string[]) =>
    columns.map((column) => sql`coalesce(${sql.ref(`${row}.${column}`)}, 0)`);
  const sumOf = (row: string, isMeant: (column: string) => boolean) =>
    sql.join(numbers(row, cube.numbers.filter(isMeant)), sql` + `);
  const isCount = (column: string) => !isAmount(column);
  const { rows } = await sql<Row>`
    with ${convertedWith(cube.of, finest, own)},
    c as (${cube.rowsOf(grain, sql`converted`)}),
    k as (
      select * from ${sql.table(cube.table)}
      where project_id = ${projectId} and grain = ${grain.name} and period >= ${first})
    select ${cube.table} || ' ' || concat_ws(' · ', ${cube.key}) as label,
      (${sumOf('c', isCount)})::bigint as counted, ${sumOf('c', isAmount)} as counted_amount,
      (${sumOf('k', isCount)})::bigint as kept, ${sumOf('k', isAmount)} as kept_amount
    from c full join k using (${cube.key})
    where (${sql.join(numbers('c', cube.numbers))}) is distinct from (${sql.join(numbers('k', cube.numbers))})
    order by 1 limit ${MOST_DIFFERENCES}`.execute(db);
  return rows;
}

/** A cube that waits to be folded again is not read, and so not compared. */
async function compareCubes(tx: Tx, projectId: string, from: string): Promise<Row[]> {
  const project = await tx
    .selectFrom('projects as p')
    .leftJoin('cube_refolds as f', 'f.project_id', 'p.project_id')
    .select(['p.currency', 'f.from_date'])
    .where('p.project_id', '=', projectId)
    .executeTakeFirst();
  if (!project || project.from_date !== null) return [];
  const found: Row[] = [];
  for (const cube of CUBES) {
    for (const grain of cube.grains) {
      found.push(...(await compareGrain(tx, { cube, grain }, { projectId, own: project.currency, from })));
    }
  }
  return found;
}

/** Where the rollups differ from what was counted in this transaction, and cubes from what they sum. */
export async function differencesFrom(tx: Tx, projectId: string, from: string): Promise<Difference[]> {
  const rows = await compareDays(tx, projectId, from);
  rows.push(...(await compareUniqueClicks(tx, projectId, from)));
  rows.push(...(await compareCohorts(tx, projectId, from)));
  rows.push(...(await findUnlisted(tx, projectId)), ...(await compareCubes(tx, projectId, from)));
  return rows.map((row) => ({
    where: row.label,
    counted: { count: row.counted, amount: row.counted_amount },
    kept: { count: row.kept, amount: row.kept_amount },
  }));
}

/** Where the rollups of a project differ from its raw rows, from a local day on; all in one snapshot. */
export async function findDifferences(db: Db, projectId: string, from: string): Promise<Difference[]> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await countRaw(tx, projectId);
      return await differencesFrom(tx, projectId, from);
    });
}
