import { type FunnelEvent, funnelPath, percentileOf } from '@trailmark/core/metrics/funnel';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { type Context, contextOf, presentContext, type ReportFilter } from '../../report/context.ts';
import { addDays } from '../../report/days.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches } from '../../report/query.ts';
import { readRaw } from '../../report/read-raw.ts';
import { countedName } from '../../rollups/counted-name.ts';
import { NO_NOTES } from '../../rollups/factors.ts';
import { installRows } from './rows-sources.ts';

/** The first open, as a step. */
export const INSTALL = '$install';
const AT_ONCE = 20_000;
const HOURS_A_DAY = 24;

interface FunnelFilter extends ReportFilter {
  steps: string[];
  withinHours: number;
}

interface EventRow {
  install_id: string;
  name: string;
  at_ms: number;
  is_in_range: boolean;
}

const name = sql.raw(countedName('e'));

/** Everything that can be a step, until the last step that a funnel of the range can have. */
function stepEvents(filter: FunnelFilter, context: Context) {
  const { range } = context;
  const last = addDays(range.to, Math.ceil(filter.withinHours / HOURS_A_DAY) + 1);
  const wide = { from: range.from, to: last };
  const isIn = (local: ReturnType<typeof sql>) => sql`${local} <= ${range.to}::date`;
  const opened = onLocalDays(sql.ref('i.installed_at'), context, wide);
  const sent = onLocalDays(sql.ref('e.occurred_at'), context, wide);
  return sql`
    select e.install_id, ${name} as name, e.occurred_at as at, ${isIn(sent.local)} as is_in_range
    from events e
    where e.project_id = ${filter.projectId} and ${name} = any(${filter.steps}::text[]) and ${sent.isInRange}
      and ${matches({ filter }, 'e')}
    union all
    select r.install_id, ${INSTALL}, r.at, ${isIn(sql.ref('r.local_date'))}
    from (${installRows(filter.projectId, opened)}) r
    where ${INSTALL} = any(${filter.steps}::text[]) and ${matches({ filter }, 'r')}`;
}

/** Each install that took the first step, in one read of the rows however many they are. */
async function* installsOf(tx: Tx, filter: FunnelFilter, context: Context): AsyncGenerator<FunnelEvent[]> {
  await sql`
    declare step_events no scroll cursor for
    with s as materialized (${stepEvents(filter, context)})
    select s.install_id, s.name, (extract(epoch from s.at) * 1000)::float8 as at_ms, s.is_in_range
    from s
    where s.install_id in (select f.install_id from s f where f.name = ${filter.steps[0]} and f.is_in_range)
    order by s.install_id, s.at`.execute(tx);
  let installId: string | null = null;
  let events: FunnelEvent[] = [];
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    const { rows } = await sql<EventRow>`fetch ${sql.lit(AT_ONCE)} from step_events`.execute(tx);
    count = rows.length;
    for (const row of rows) {
      if (row.install_id !== installId && events.length > 0) {
        yield events;
        events = [];
      }
      installId = row.install_id;
      events.push({ name: row.name, atMs: row.at_ms, isInRange: row.is_in_range });
    }
  }
  if (events.length > 0) yield events;
}

const share = (one: number, other: number | undefined) => (other ? one / other : null);
const timesOf = (seconds: readonly number[]) => ({
  median_seconds: percentileOf(seconds, 0.5),
  p90_seconds: percentileOf(seconds, 0.9),
});

interface Waits {
  /** From the step before, by step. */
  steps: number[][];
  /** From the first step to the last. */
  total: number[];
}

function addWaits(waits: Waits, times: readonly number[]): void {
  for (const [step, atMs] of times.entries()) {
    if (step > 0) waits.steps[step]?.push((atMs - (times[step - 1] ?? atMs)) / 1000);
  }
  const [first, last] = [times[0], times[waits.steps.length - 1]];
  if (first !== undefined && last !== undefined) waits.total.push((last - first) / 1000);
}

/** How many installs came how far, and how long it took them. */
export async function readFunnel(db: Db, now: Date, filter: FunnelFilter) {
  const { steps } = filter;
  return await readRaw(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    const installs = steps.map(() => 0);
    const waits: Waits = { steps: steps.map(() => []), total: [] };
    for await (const events of installsOf(tx, filter, context)) {
      const times = funnelPath(steps, events, filter.withinHours * HOUR_MS);
      for (const step of times.keys()) installs[step] = (installs[step] ?? 0) + 1;
      addWaits(waits, times);
    }
    return {
      ...presentContext(context, NO_NOTES),
      steps: steps.map((name, step) => {
        const count = installs[step] ?? 0;
        return {
          name,
          installs: count,
          of_previous: step === 0 ? null : share(count, installs[step - 1]),
          of_first: share(count, installs[0]),
          ...timesOf(waits.steps[step] ?? []),
        };
      }),
      total: timesOf(waits.total),
    };
  });
}
