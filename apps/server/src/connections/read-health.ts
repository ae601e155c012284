import type { ConnectionHealth } from '@trailmark/contract/connections';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { dayOf } from '../db/partitions.ts';
import { DAY_MS, later } from '../platform/clock.ts';
import type { ConnectionRow } from './connection.ts';

interface WaitingRow {
  connection_id: string;
  waiting: number;
  late_since: Date | null;
}
interface TotalsRow {
  connection_id: string;
  delivered: number;
  rejected: number;
  skipped: number;
}

const NO_TOTALS = { delivered: 0, rejected: 0, skipped: 0 };

/** How connections of a project are doing. */
export async function readHealth(
  db: Db,
  rows: readonly ConnectionRow[],
  { projectId, now }: { projectId: string; now: Date },
): Promise<ConnectionHealth[]> {
  const { rows: waiting } = await sql<WaitingRow>`
    select connection_id, count(*) as waiting, min(due_at) filter (where due_at < ${now}) as late_since
    from deliveries where project_id = ${projectId} and state = 'waiting' group by connection_id`.execute(db);
  const { rows: totals } = await sql<TotalsRow>`
    select connection_id, sum(delivered)::bigint as delivered, sum(rejected)::bigint as rejected,
      sum(skipped)::bigint as skipped
    from delivery_totals where project_id = ${projectId} and day >= ${dayOf(later(now, -DAY_MS))}
    group by connection_id`.execute(db);
  const waitingOf = new Map(waiting.map((row) => [row.connection_id, row]));
  const totalsOf = new Map(totals.map((row) => [row.connection_id, row]));
  return rows.map((row): ConnectionHealth => {
    const { delivered, rejected, skipped } = totalsOf.get(row.connection_id) ?? NO_TOTALS;
    const found = waitingOf.get(row.connection_id);
    const isBlocked = row.blocked_until !== null && row.blocked_until > now;
    return {
      connection_id: row.connection_id,
      kind: row.kind,
      name: row.name,
      state: row.state,
      reason: row.reason,
      state_since: row.state_since.toISOString(),
      waiting: found?.waiting ?? 0,
      late_since: found?.late_since?.toISOString() ?? null,
      blocked_until: isBlocked ? (row.blocked_until?.toISOString() ?? null) : null,
      last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
      delivered,
      rejected,
      skipped,
    };
  });
}
