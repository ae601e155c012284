import { sql } from 'kysely';
import { type BackfillRow, listBackfills } from '../../connections/backfill-store.ts';
import { deliveredKind, isChosenEvent } from '../../connections/chosen-events.ts';
import { type ConnectionKey, wakeLanes } from '../../connections/connection.ts';
import { decisionId } from '../../connections/decision-id.ts';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import { job } from '../../jobs/runner.ts';
import { HOUR_MS, later, SECOND_MS } from '../../platform/clock.ts';

/** While so many wait, no more are planned: what happens now does not wait behind what happened then. */
const MOST_WAITING = 5000;
const PAUSE_MS = 2 * SECOND_MS;

interface ItemRow {
  /** null: of a decision, which has no id of its own. */
  id: string | null;
  kind: string;
  name: string;
  install_id: string;
  occurred_at: Date;
  revision: number;
}
type PlannedRow = Omit<ItemRow, 'id'> & { source_id: string };

const ITEMS = bulk<PlannedRow>({
  source_id: 'uuid',
  kind: 'text',
  name: 'text',
  install_id: 'text',
  occurred_at: 'timestamptz',
  revision: 'int',
});

/** What happened in an hour, as the connection wants it; of decisions about an install the first names it. */
async function readItems(
  tx: Tx,
  { projectId, connectionId, from, to }: ConnectionKey & { from: Date; to: Date },
): Promise<PlannedRow[]> {
  const { rows } = await sql<ItemRow>`
    select r.* from (
      select id, ${deliveredKind}, name, install_id, occurred_at, 0 as revision from events
      where project_id = ${projectId} and occurred_at >= ${from} and occurred_at < ${to} and kind <> 'open'
      union all
      select null, kind, '$' || kind, install_id, in_force_from, revision from decisions
      where project_id = ${projectId} and in_force_from >= ${from} and in_force_from < ${to}
        and revises is null
    ) r, (select settings -> 'events' as events from connections
      where project_id = ${projectId} and connection_id = ${connectionId}) c
    where ${isChosenEvent}`.execute(tx);
  return rows.map(({ id, ...row }) => ({
    ...row,
    source_id:
      id ?? decisionId({ occurredAt: row.occurred_at, installId: row.install_id, revision: row.revision }),
  }));
}

/** Plans another hour; what was planned before stays as it is. */
async function planHour(
  tx: Tx,
  now: Date,
  { key, row }: { key: ConnectionKey; row: BackfillRow },
): Promise<void> {
  const { projectId, connectionId } = key;
  const end = later(row.reached_at, HOUR_MS);
  const to = end > row.to_at ? row.to_at : end;
  const items = await readItems(tx, { ...key, from: row.reached_at, to });
  const { numAffectedRows = 0n } = await sql`
    insert into deliveries (project_id, source_id, connection_id, kind, name, install_id, occurred_at, revision,
      planned_at, state, due_at, is_backfill)
    select ${projectId}::uuid, r.source_id, ${connectionId}::uuid, r.kind, r.name, r.install_id, r.occurred_at,
      r.revision, ${now}, 'waiting', ${now}, true
    from ${ITEMS.rows(items)} on conflict do nothing`.execute(tx);
  const isDone = to >= row.to_at;
  await sql`update delivery_backfills set reached_at = ${to}, planned = planned + ${numAffectedRows}::bigint,
      state = ${isDone ? 'done' : 'running'}, ended_at = ${isDone ? now : null}
    where project_id = ${projectId} and connection_id = ${connectionId}
      and backfill_id = ${row.backfill_id}`.execute(tx);
  await wakeLanes(tx, now, [projectId]);
}

async function countWaiting(tx: Tx, { projectId, connectionId }: ConnectionKey): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from deliveries
    where project_id = ${projectId} and connection_id = ${connectionId} and state = 'waiting'`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

/** The backfill of a connection that runs, kept from others. */
async function lockRunning(tx: Tx, { projectId, connectionId }: ConnectionKey): Promise<BackfillRow | null> {
  await sql`select from delivery_backfills where project_id = ${projectId} and connection_id = ${connectionId}
    and state = 'running' for update`.execute(tx);
  const rows = await listBackfills(tx, projectId);
  return rows.find((row) => row.connection_id === connectionId && row.state === 'running') ?? null;
}

/** Plans one hour after the other until it is done or stopped; pauses while enough waits. */
export const runBackfill = job('run-backfill', async (kit, payload, signal) => {
  const key = { projectId: payload.project_id, connectionId: payload.connection_id };
  const step = () =>
    kit.db.transaction().execute(async (tx): Promise<'ended' | 'planned' | 'full'> => {
      const row = await lockRunning(tx, key);
      if (!row) return 'ended';
      if ((await countWaiting(tx, key)) >= MOST_WAITING) return 'full';
      await planHour(tx, kit.clock.now(), { key, row });
      return 'planned';
    });
  while (!signal.aborted) {
    const outcome = await step();
    if (outcome === 'ended') return;
    if (outcome === 'full') break;
  }
  await enqueue(kit.db, 'run-backfill', payload, { inMs: PAUSE_MS });
});
