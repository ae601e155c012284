import type { LIMIT_KINDS } from '@trailmark/contract/limits';
import { ORGANIC } from '@trailmark/contract/networks';
import type { DataUsages } from '@trailmark/contract/usage';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { contextOf } from '../../report/context.ts';
import { dayRows } from '../../report/read-days.ts';
import { NO_FACTORS } from '../../rollups/factors.ts';

interface Days {
  from: string;
  to: string;
}

interface ProjectDays extends Days {
  projectId: string;
}

/** Counts by day and network. */
async function usageRows(db: Db | Tx, now: Date, { projectId, ...range }: ProjectDays) {
  const filter = { projectId, scope: { all: true } as const };
  const context = await contextOf(db, now, filter);
  const query = { filter, context, range, by: ['network'] as const, reads: new Set<string>() };
  return dayRows(query, NO_FACTORS, { columns: ['clicks', 'installs', 'events'] });
}

const sum = (column: string, condition: RawBuilder<unknown> = sql`true`) =>
  sql`coalesce(sum(r.${sql.ref(column)}) filter (where ${condition}), 0)::bigint`;

const attributed = sql`r.network <> ${ORGANIC}`;
const organic = sql`r.network = ${ORGANIC}`;

/** Attributed installs of all time, and of the last days. */
export async function countAttributed(db: Db | Tx, now: Date, { projectId, ...lastDays }: ProjectDays) {
  const all = { projectId, from: '0001-01-01', to: '9999-12-31' };
  const isLast = sql`r.day between ${lastDays.from} and ${lastDays.to}`;
  const { rows } = await sql<{ ever: number; lately: number }>`
    select ${sum('installs', attributed)} as ever, ${sum('installs', sql`${attributed} and ${isLast}`)} as lately
    from (${await usageRows(db, now, all)}) r`.execute(db);
  return rows[0] ?? { ever: 0, lately: 0 };
}

/** Days on which there was any traffic. */
export async function countDays(db: Db, now: Date, days: ProjectDays): Promise<DataUsages['days']> {
  const { rows } = await sql<DataUsages['days'][number]>`
    select r.day as date, ${sum('clicks')} as clicks, ${sum('installs', attributed)} as attributed_installs,
      ${sum('installs', organic)} as organic_installs, ${sum('events')} as events
    from (${await usageRows(db, now, days)}) r
    group by r.day
    order by r.day`.execute(db);
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

export interface LimitHitRow {
  kind: (typeof LIMIT_KINDS)[number];
  beyond: number;
  example: string;
  first_at: Date;
  last_at: Date;
}

export async function listLimitHits(db: Db, projectId: string, since: Date): Promise<LimitHitRow[]> {
  const { rows } = await sql<LimitHitRow>`
    select kind, beyond, example, first_at, last_at from limit_hits
    where project_id = ${projectId} and last_at >= ${since} order by kind`.execute(db);
  return rows;
}
