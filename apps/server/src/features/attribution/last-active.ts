import { type RawBuilder, sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { planForValues, prepare } from '../../db/run-prepared.ts';
import { HOUR_MS, later } from '../../platform/clock.ts';

/** When clocks are set back. */
const LONGEST_DAY_MS = 26 * HOUR_MS;

export interface ActivityQuery {
  n: number;
  install_id: string;
  /** Activity counts until then. */
  active_until: Date;
}

const QUERIES = bulk<ActivityQuery>({ n: 'int', install_id: 'text', active_until: 'timestamptz' });

// The last active days that begin before an instant, latest first: the latest may lie after it as a whole.
const findLastDays = prepare<{ n: number; day_start: Date }>(`
  select r.n, d.day_start from ${QUERIES.table(2)} cross join lateral (
    select d.local_date::timestamp at time zone p.timezone as day_start
    from person_days d cross join projects p
    where p.project_id = $1::uuid and d.project_id = $1::uuid and d.install_id = r.install_id
      and d.local_date <= (r.active_until at time zone p.timezone)::date
    order by d.local_date desc limit 2) d
  order by r.n, d.day_start desc`);

interface Day extends ActivityQuery {
  dayStart: Date;
}

/** The latest events of one day: the plan has its partitions alone. */
const eventsOfDay = (projectId: string, dayStart: Date, days: Day[]): RawBuilder<unknown> => sql`
  select r.n, e.at from ${QUERIES.rows(days)} cross join lateral (
    select max(occurred_at) as at from events
    where project_id = ${projectId} and install_id = r.install_id
      and occurred_at >= ${dayStart} and occurred_at < ${later(dayStart, LONGEST_DAY_MS)}
      and occurred_at <= r.active_until and kind <> 'refund') e`;

async function findLastEvents(tx: Tx, projectId: string, days: Day[]): Promise<Map<number, Date | null>> {
  if (days.length === 0) return new Map();
  const byDay = new Map<number, Day[]>();
  for (const day of days) {
    const start = day.dayStart.getTime();
    byDay.set(start, [...(byDay.get(start) ?? []), day]);
  }
  const branches = [...byDay].map(([start, of]) => eventsOfDay(projectId, new Date(start), of));
  const { rows } = await sql<{ n: number; at: Date | null }>`${sql.join(branches, sql` union all `)}`.execute(
    tx,
  );
  return new Map(rows.map(({ n, at }) => [n, at]));
}

/** When each install was last active before an instant, as far as that is known. Looked for in its last two days. */
export async function findLastActive(
  tx: Tx,
  projectId: string,
  queries: ActivityQuery[],
): Promise<Map<number, Date>> {
  const found = new Map<number, Date>();
  if (queries.length === 0) return found;
  const daysOf = new Map<number, Date[]>();
  for (const { n, day_start } of await findLastDays(tx, [projectId, ...QUERIES.values(queries)])) {
    daysOf.set(n, [...(daysOf.get(n) ?? []), day_start]);
  }
  if (daysOf.size > 0) await planForValues(tx);
  let open = queries;
  for (const index of [0, 1]) {
    const days = open.flatMap((query) => {
      const dayStart = daysOf.get(query.n)?.[index];
      return dayStart ? [{ ...query, dayStart }] : [];
    });
    const events = await findLastEvents(tx, projectId, days);
    // Of a day that is over, the events may have been deleted since.
    const isOver = (day: Day) => later(day.dayStart, LONGEST_DAY_MS) <= day.active_until;
    for (const day of days) {
      const at = events.get(day.n) ?? (isOver(day) ? day.dayStart : null);
      if (at) found.set(day.n, at);
    }
    open = days.filter(({ n }) => !found.has(n));
  }
  return found;
}
