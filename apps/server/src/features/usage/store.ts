import type { Credits, DataUsages } from '@trailmark/contract/usage';
import { ORGANIC } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { dailyRollups, total } from '../../db/rollup-rows.ts';

const ALL_TIME = { from: '0001-01-01', to: '9999-12-31' };

const opens = sql<boolean>`r.metric in ('installs', 'reinstalls')`;
const counts = {
  clicks: total(sql<boolean>`r.metric = 'clicks'`),
  attributed_installs: total(sql<boolean>`${opens} and r.network <> ${ORGANIC}`),
  organic_installs: total(sql<boolean>`${opens} and r.network = ${ORGANIC}`),
  events: total(sql<boolean>`r.metric = 'events'`),
};

/** One credit is one attributed install of the project's pool; a pool of null has no end. */
export async function getCredits(db: Db, projectId: string): Promise<Credits> {
  const { credit_pool: pool } = await db
    .selectFrom('projects')
    .select('credit_pool')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const { used } = await dailyRollups(db, projectId, ALL_TIME)
    .select(counts.attributed_installs.as('used'))
    .executeTakeFirstOrThrow();
  return { pool, used, left: pool === null ? null : Math.max(0, pool - used) };
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
  const days = await dailyRollups(db, asked.projectId, range)
    .select('r.local_date as date')
    .select([counts.clicks.as('clicks'), counts.attributed_installs.as('attributed_installs')])
    .select([counts.organic_installs.as('organic_installs'), counts.events.as('events')])
    .groupBy('r.local_date')
    .orderBy('r.local_date')
    .execute();
  const sum = (name: keyof typeof counts) => days.reduce((all, day) => all + day[name], 0);
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
