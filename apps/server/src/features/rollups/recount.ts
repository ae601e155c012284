import { ACTIVE_24H, COHORT_COUNTERS } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import {
  COHORT_LEVELS,
  type CohortLevel,
  cohortDeltas,
  cohortLevelKey,
  DAY_LEVEL_SUMS,
  DAY_LEVELS,
  type DayLevel,
  dayIn,
  dayLevelKey,
  toApart,
  toCohortLevel,
  toDayLevel,
} from '../../db/rollup-levels.ts';
import { toSpendWeeks } from '../../db/spend-weeks.ts';
import { countRaw, RECOUNTED } from './count-raw.ts';

/** What the raw rows of a project add up to, and what its rollups say. */
export interface Difference {
  where: string;
  counted: { count: number; amount: string };
  kept: { count: number; amount: string };
}

const cohortCounters = sql.join(COHORT_COUNTERS.map((counter) => sql.lit(counter)));
const DIMS = sql`campaign_id, link_id, network, country, platform`;

/** Whoever has millions of wrong rows learns enough from some of them. */
const MOST_TOLD = sql.lit(1000);

interface Row {
  place: string;
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
  place: RawBuilder<unknown>;
}

async function compare(db: Tx, { key, counted, kept, where, place }: Sides): Promise<Row[]> {
  const summed = (rows: RawBuilder<unknown>) =>
    sql`(select ${key}, sum(count) as count, sum(amount) as amount from ${rows} r where ${where} group by ${key})`;
  const { rows } = await sql<Row>`
    select ${place} as place,
      coalesce(c.count, 0)::bigint as counted, coalesce(c.amount, 0) as counted_amount,
      coalesce(k.count, 0)::bigint as kept, coalesce(k.amount, 0) as kept_amount
    from ${summed(counted)} c full join ${summed(kept)} k using (${key})
    where coalesce(c.count, 0) <> coalesce(k.count, 0) or coalesce(c.amount, 0) <> coalesce(k.amount, 0)
    order by 1 limit ${MOST_TOLD}`.execute(db);
  return rows;
}

const PLACE = sql`concat_ws(' · ', metric, nullif(event_name, ''), nullif(currency, ''), network, campaign_id, link_id,
  nullif(country, ''), platform)`;

function compareDays(db: Tx, projectId: string, from: string): Promise<Row[]> {
  const key = sql`local_date, metric, ${DIMS}, event_name, currency`;
  const ofProject = (table: string) =>
    sql`select ${key}, count, amount from ${sql.table(table)} where project_id = ${projectId}`;
  return compare(db, {
    key,
    counted: sql`${RECOUNTED}`,
    kept: sql`(${ofProject('rollup_days')} union all ${ofProject('rollup_deltas')})`,
    where: sql`local_date >= ${from}::date and metric <> ${sql.lit(ACTIVE_24H)}`,
    place: sql`'day ' || local_date || ' · ' || ${PLACE}`,
  });
}

function compareCohorts(db: Tx, projectId: string, from: string): Promise<Row[]> {
  const key = sql`cohort_date, day_number, metric, ${DIMS}, currency`;
  const deltas = cohortDeltas(sql`rollup_deltas`);
  return compare(db, {
    key,
    counted: sql`${RECOUNTED}`,
    kept: sql`(
      select ${key}, count, amount from rollup_cohorts where project_id = ${projectId}
      union all
      select ${key}, count, amount from ${deltas} d where project_id = ${projectId})`,
    where: sql`cohort_date >= ${from}::date and metric in (${cohortCounters})`,
    place: sql`'cohort ' || cohort_date || ' + ' || day_number || ' · ' || concat_ws(' · ', metric, network,
      campaign_id, country, platform, currency)`,
  });
}

/** Levels hold what was folded, as the finest rollups do: each must be the sum of those. */
async function compareDayLevel(db: Tx, level: DayLevel, projectId: string, from: string): Promise<Row[]> {
  const key = dayLevelKey(level);
  const sums = sql.join(DAY_LEVEL_SUMS.map((column) => sql.ref(column)));
  const total = (row: string) =>
    sql.join(
      DAY_LEVEL_SUMS.slice(0, -2).map((column) => sql.ref(`${row}.${column}`)),
      sql` + `,
    );
  const first = dayIn(level, sql`${from}::date`);
  const finest = sql`(select * from rollup_days where project_id = ${projectId} and local_date >= ${first}) d`;
  const kept = sql`(select ${key}, ${sums} from ${sql.table(level.table)}
    where project_id = ${projectId} and local_date >= ${first}) l`;
  const { rows } = await sql<Row>`
    with c as (${toDayLevel(level, finest)}), k as (${toApart(level, kept)})
    select ${level.table} || ' ' || concat_ws(' · ', ${key}) as place,
      coalesce(${total('c')}, 0)::bigint as counted, coalesce(c.paid + c.refunded, 0) as counted_amount,
      coalesce(${total('k')}, 0)::bigint as kept, coalesce(k.paid + k.refunded, 0) as kept_amount
    from c full join k using (${key})
    where (${sql.join(DAY_LEVEL_SUMS.map((column) => sql`coalesce(${sql.ref(`c.${column}`)}, 0)`))})
      is distinct from (${sql.join(DAY_LEVEL_SUMS.map((column) => sql`coalesce(${sql.ref(`k.${column}`)}, 0)`))})
    order by 1 limit ${MOST_TOLD}`.execute(db);
  return rows;
}

function compareCohortLevel(db: Tx, level: CohortLevel, projectId: string, from: string): Promise<Row[]> {
  const key = cohortLevelKey(level);
  return compare(db, {
    key,
    counted: sql`(${toCohortLevel(level, sql`rollup_cohorts where project_id = ${projectId}`)})`,
    kept: sql`(select ${key}, count, amount from ${sql.table(level.table)} where project_id = ${projectId})`,
    where: sql`cohort_date >= ${dayIn(level, sql`${from}::date`)}`,
    place: sql`${level.table} || ' ' || concat_ws(' · ', ${key})`,
  });
}

/** Spend by week must be the sum of its days. */
function compareSpendWeeks(db: Tx, projectId: string): Promise<Row[]> {
  const key = sql`local_date, campaign_id, link_id, currency`;
  const counted = (rows: RawBuilder<unknown>) => sql`(select ${key}, 1 as count, amount from ${rows} w)`;
  return compare(db, {
    key,
    counted: counted(sql`(${toSpendWeeks(sql`spend_days where project_id = ${projectId}`)})`),
    kept: counted(sql`(select * from spend_weeks where project_id = ${projectId})`),
    where: sql`true`,
    place: sql`'spend_weeks ' || concat_ws(' · ', ${key})`,
  });
}

/** Where the rollups differ from what was counted in this transaction, and levels from what they sum. */
export async function differencesFrom(tx: Tx, projectId: string, from: string): Promise<Difference[]> {
  const rows = [...(await compareDays(tx, projectId, from)), ...(await compareCohorts(tx, projectId, from))];
  for (const level of DAY_LEVELS) rows.push(...(await compareDayLevel(tx, level, projectId, from)));
  for (const level of COHORT_LEVELS) rows.push(...(await compareCohortLevel(tx, level, projectId, from)));
  rows.push(...(await compareSpendWeeks(tx, projectId)));
  return rows.map((row) => ({
    where: row.place,
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
