import type { DataUsages } from '@trailmark/contract/usage';
import { ORGANIC } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

interface Days {
  from: string;
  to: string;
}

/** Counts by day, network and what was counted: what was folded and what waits to be, in one snapshot. */
function counted(projectId: string, { from, to }: Days) {
  return sql`(
    select local_date, network, clicks, installs, events
    from rollup_day_segments
    where project_id = ${projectId} and event_name = '' and local_date between ${from} and ${to}
    union all
    select local_date, network, case when metric = 'clicks' then count else 0 end,
      case when metric = 'installs' then count else 0 end,
      case when metric = 'events' then count else 0 end
    from rollup_deltas
    where project_id = ${projectId} and metric in ('clicks', 'installs', 'events')
      and local_date between ${from} and ${to})`;
}

const sum = (column: string, condition: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(sum(r.${sql.ref(column)}) filter (where ${condition}), 0)::bigint`;

const attributed = sql`r.network <> ${ORGANIC}`;
const organic = sql`r.network = ${ORGANIC}`;

/** Attributed installs of all time, and of the last days. */
export async function countAttributed(db: Db | Tx, projectId: string, lastDays: Days) {
  const isLast = sql`r.local_date between ${lastDays.from} and ${lastDays.to}`;
  const { rows } = await sql<{ ever: number; lately: number }>`
    select ${sum('installs', attributed)} as ever, ${sum('installs', sql`${attributed} and ${isLast}`)} as lately
    from ${counted(projectId, { from: '0001-01-01', to: '9999-12-31' })} r`.execute(db);
  return rows[0] ?? { ever: 0, lately: 0 };
}

/** Days on which anything was counted. */
export async function countDays(db: Db, projectId: string, days: Days): Promise<DataUsages['days']> {
  const { rows } = await sql<DataUsages['days'][number]>`
    select r.local_date as date, ${sum('clicks')} as clicks, ${sum('installs', attributed)} as attributed_installs,
      ${sum('installs', organic)} as organic_installs, ${sum('events')} as events
    from ${counted(projectId, days)} r
    group by r.local_date
    order by r.local_date`.execute(db);
  return rows;
}

/** The project's zone, what day it is there and how many credits there are. */
export async function getProject(db: Db | Tx, now: Date, projectId: string) {
  return await db
    .selectFrom('projects')
    .select([
      'timezone',
      'name',
      'credit_pool',
      sql<string>`date_trunc('month', ${now}::timestamptz at time zone timezone)::date`.as('month_start'),
      sql<string>`(${now}::timestamptz at time zone timezone)::date`.as('today'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}
