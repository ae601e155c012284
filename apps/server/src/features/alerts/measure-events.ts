import type { AlertCondition } from '@trailmark/contract/alert-condition';
import type { Measured } from '@trailmark/contract/alerts';
import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/connection.ts';
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { firstIdAt } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import type { MeasuredProject } from './measure-options.ts';
import { UNMEASURED } from './unmeasured.ts';

/** So many days before say what is usual. */
const DAYS = 7;

interface Window {
  from: Date;
  to: Date;
}

const ARRIVALS = bulk<{ n: number; first_id: string; end_id: string; start_at: Date; end_at: Date }>({
  n: 'int',
  first_id: 'uuid',
  end_id: 'uuid',
  start_at: 'timestamptz',
  end_at: 'timestamptz',
});

const arrivalsIn = ({ from, to }: Window, n: number) => ({
  n,
  first_id: firstIdAt(from),
  end_id: firstIdAt(to),
  start_at: later(from, -DAY_MS),
  end_at: later(to, DAY_MS),
});

/**
 * Whether events arrived in each of these windows. Their ids begin with the time of arrival; when they happened says
 * which partitions may have them: a phone without a network sends later.
 */
async function haveEvents(db: Db, projectId: string, windows: readonly Window[]): Promise<boolean[]> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from events e
      where e.project_id = ${projectId} and e.id >= r.first_id and e.id < r.end_id and not e.imported
        and e.occurred_at >= r.start_at and e.occurred_at < r.end_at) as found
    from ${ARRIVALS.rows(windows.map(arrivalsIn))}
    order by r.n`.execute(db);
  return rows.map(({ found }) => found);
}

async function findLastEvent(db: Db, projectId: string, since: Date): Promise<Date | null> {
  const { rows } = await sql<{ received_at: Date }>`
    select received_at from events
    where project_id = ${projectId} and id >= ${firstIdAt(since)}::uuid and occurred_at >= ${later(since, -DAY_MS)}
      and not imported
    order by id desc limit 1`.execute(db);
  return rows[0]?.received_at ?? null;
}

/** Whether events arrive, and whether they usually do at this time of the day. */
export async function measureEvents(
  { db, clock }: Pick<Kit, 'db' | 'clock'>,
  { minutes }: Extract<AlertCondition, { kind: 'no_events' }>,
  { projectId, name }: MeasuredProject,
): Promise<Measured> {
  const now = clock.now();
  const window = (daysAgo: number) => {
    const to = later(now, -daysAgo * DAY_MS);
    return { from: later(to, -minutes * MINUTE_MS), to };
  };
  const days = Array.from({ length: DAYS }, (_, index) => window(index + 1));
  // What arrives in this moment counts too.
  const [isArriving = false] = await haveEvents(db, projectId, [{ ...window(0), to: later(now, MINUTE_MS) }]);
  const before = isArriving ? [] : await haveEvents(db, projectId, days);
  const lastAt = isArriving ? null : await findLastEvent(db, projectId, later(now, -(DAYS + 1) * DAY_MS));
  return {
    ...UNMEASURED,
    subject: '',
    scope: 'project',
    name,
    value: isArriving ? '1' : '0',
    last_event_at: lastAt?.toISOString() ?? null,
    usual_days: isArriving ? null : before.filter(Boolean).length,
    path: `/live?p_id=${projectId}`,
  };
}
