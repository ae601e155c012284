import type { Credits, DataUsages } from '@trailmark/contract/usage';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** One credit is one attributed install of the project's pool; a pool of null has no end. */
export async function getCredits(db: Db, projectId: string): Promise<Credits> {
  const row = await db
    .selectFrom('projects as p')
    .leftJoin('usage_days as u', 'u.project_id', 'p.project_id')
    .select(['p.credit_pool', sql<number>`coalesce(sum(u.attributed_installs), 0)::bigint`.as('used')])
    .where('p.project_id', '=', projectId)
    .groupBy('p.project_id')
    .executeTakeFirstOrThrow();
  const left = row.credit_pool === null ? null : Math.max(0, row.credit_pool - row.used);
  return { pool: row.credit_pool, used: row.used, left };
}

/** The asked range; whatever end is missing comes from the running month in the project's zone. */
async function rangeOf(db: Db, now: Date, asked: { projectId: string; from?: string; to?: string }) {
  const row = await db
    .selectFrom('projects')
    .select([
      'timezone',
      sql<string>`date_trunc('month', ${now}::timestamptz at time zone timezone)::date`.as('month_start'),
      sql<string>`(${now}::timestamptz at time zone timezone)::date`.as('today'),
    ])
    .where('project_id', '=', asked.projectId)
    .executeTakeFirstOrThrow();
  const to = asked.to ?? (asked.from && asked.from > row.today ? asked.from : row.today);
  const from = asked.from ?? (row.month_start <= to ? row.month_start : to);
  return { from, to, timezone: row.timezone };
}

export async function getDataUsages(
  db: Db,
  now: Date,
  asked: { projectId: string; from?: string | undefined; to?: string | undefined },
): Promise<DataUsages> {
  const range = await rangeOf(db, now, asked as { projectId: string; from?: string; to?: string });
  const days = await db
    .selectFrom('usage_days')
    .select(['local_date as date', 'clicks', 'attributed_installs', 'organic_installs', 'events'])
    .where('project_id', '=', asked.projectId)
    .where('local_date', '>=', range.from)
    .where('local_date', '<=', range.to)
    .orderBy('local_date')
    .execute();
  const sum = (name: 'clicks' | 'attributed_installs' | 'organic_installs' | 'events') =>
    days.reduce((total, day) => total + day[name], 0);
  return {
    ...range,
    total: {
      clicks: sum('clicks'),
      attributed_installs: sum('attributed_installs'),
      organic_installs: sum('organic_installs'),
      events: sum('events'),
    },
    days,
  };
}
