import { OTHER_NAME } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { contextOf, type ReportFilter } from '../../report/context.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches } from '../../report/query.ts';
import { readRaw } from '../../report/read-raw.ts';
import { countsAsEvent } from '../../rollups/counted-name.ts';
import { INSTALL } from './funnel.ts';
import { installRows } from './rows-sources.ts';

/** Installs that are looked at, the newest: enough to see what people usually do, and soon read. */
const MOST_INSTALLS = 2000;
/** Steps after the install. */
const MOST_STEPS = 3;
/** What every product has as a goal, and so is a step wherever it occurs. Other events of our own are none. */
const GOALS = ['$signup', '$payment'];

interface FirstRow {
  name: string;
  /** Installs that sent it. */
  installs: number;
  /** From the first open to the first time, of half of them. */
  seconds: number;
  looked_at: number;
}

/** Goals, and on the way to them what most installs do; a funnel has them in the order in which they happen. */
export function exampleSteps(firsts: readonly FirstRow[]): string[] {
  const isGoal = ({ name }: FirstRow) => GOALS.includes(name);
  const goals = firsts.filter(isGoal);
  const end = goals.length > 0 ? Math.max(...goals.map(({ seconds }) => seconds)) : Number.POSITIVE_INFINITY;
  const others = firsts
    .filter(({ name, seconds }) => !name.startsWith('$') && name !== OTHER_NAME && seconds < end)
    .sort((one, other) => other.installs - one.installs || one.seconds - other.seconds);
  const chosen = [...goals, ...others].slice(0, MOST_STEPS);
  if (chosen.length === 0) return [];
  const inOrder = chosen.sort((one, other) => one.seconds - other.seconds || other.installs - one.installs);
  return [INSTALL, ...inOrder.map(({ name }) => name)];
}

/** A funnel to begin with, of what people of this project do. */
export async function readFunnelExample(db: Db, now: Date, filter: ReportFilter) {
  return await readRaw(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    const opened = onLocalDays(sql.ref('i.installed_at'), context, context.range);
    const { rows } = await sql<FirstRow>`
      with n as materialized (
        select r.install_id, r.at from (${installRows(filter.projectId, opened)}) r
        where ${matches({ filter }, 'r')}
        order by r.at desc limit ${MOST_INSTALLS})
      select f.name, count(*) as installs,
        percentile_cont(0.5) within group (order by extract(epoch from f.first_at - n.at))::float8 as seconds,
        (select count(*) from n) as looked_at
      from n
      join event_firsts f on f.project_id = ${filter.projectId} and f.subject = 'i:' || n.install_id
        and f.first_at > n.at
      join events e on e.project_id = ${filter.projectId} and e.id = f.event_id and e.occurred_at = f.first_at
      where ${sql.raw(countsAsEvent('e.kind'))} and ${matches({ filter }, 'e')}
      group by f.name order by f.name`.execute(tx);
    return { steps: exampleSteps(rows), installs: rows[0]?.looked_at ?? 0 };
  });
}
