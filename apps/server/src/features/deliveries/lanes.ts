import { sql } from 'kysely';
import type { ConnectionKey } from '../../connections/connection.ts';
import type { Db } from '../../db/connection.ts';
import { later, SECOND_MS } from '../../platform/clock.ts';

/** Longer than a batch may take; a worker that is gone leaves its lanes to others after that. */
const LEASE_MS = 90 * SECOND_MS;
/** A lease that is not older is long enough for another batch. */
const FRESH_MS = 20 * SECOND_MS;

/** A connection that one worker sends for, until it gives it back. */
export interface Lane extends ConnectionKey {
  lease: string;
  /** How often somebody had said that there is something to send. */
  hints: number;
  leasedAt: Date;
}

/** Takes lanes that are due and that nobody has, of other projects than those that have enough already. */
export async function claimLanes(
  db: Db,
  now: Date,
  { lease, count, except }: { lease: string; count: number; except: readonly string[] },
): Promise<Lane[]> {
  const { rows } = await sql<{ project_id: string; connection_id: string; hints: number }>`
    update delivery_lanes set lease = ${lease}, leased_until = ${later(now, LEASE_MS)}
    where (project_id, connection_id) in (
      select project_id, connection_id from delivery_lanes
      where due_at <= ${now} and (leased_until is null or leased_until < ${now})
        and not project_id = any(${except}::uuid[])
      order by due_at limit ${count} for update skip locked)
    returning project_id, connection_id, hints`.execute(db);
  return rows.map(({ project_id, connection_id, hints }) => ({
    projectId: project_id,
    connectionId: connection_id,
    lease,
    hints,
    leasedAt: now,
  }));
}

/** Keeps a lane for another while; false: somebody else has it. */
export async function keepLane(db: Db, now: Date, lane: Lane): Promise<boolean> {
  if (now.getTime() - lane.leasedAt.getTime() <= FRESH_MS) return true;
  const { numAffectedRows } = await sql`
    update delivery_lanes set leased_until = ${later(now, LEASE_MS)}
    where project_id = ${lane.projectId} and connection_id = ${lane.connectionId}
      and lease = ${lane.lease}`.execute(db);
  lane.leasedAt = now;
  return numAffectedRows === 1n;
}

/** Gives a lane back, to be looked at again at this time; at once if something has come meanwhile. */
export async function releaseLane(
  db: Db,
  { lane, now, dueAt }: { lane: Lane; now: Date; dueAt: Date | null },
): Promise<void> {
  await sql`update delivery_lanes set lease = null, leased_until = null,
      due_at = case when hints = ${lane.hints} then ${dueAt}::timestamptz else ${now}::timestamptz end
    where project_id = ${lane.projectId} and connection_id = ${lane.connectionId}
      and lease = ${lane.lease}`.execute(db);
}

/** When the next delivery of a connection is due; null: none waits. */
export async function findNextDue(db: Db, { projectId, connectionId }: ConnectionKey): Promise<Date | null> {
  const earliest = (isBackfill: boolean) => sql`(select min(due_at) from deliveries
    where project_id = ${projectId} and connection_id = ${connectionId} and state = 'waiting'
      and is_backfill = ${isBackfill})`;
  const { rows } = await sql<{ due_at: Date | null }>`
    select least(${earliest(false)}, ${earliest(true)}) as due_at`.execute(db);
  return rows[0]?.due_at ?? null;
}
