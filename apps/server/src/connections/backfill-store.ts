import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { enqueue } from '../jobs/queue.ts';
import { AppError } from '../platform/app-error.ts';
import { newId } from '../platform/ids.ts';
import { deliveredKind, isChosenEvent } from './chosen-events.ts';
import type { ConnectionKey } from './connection.ts';

/** Sending what happened before a connection was made. */
export interface BackfillRow {
  connection_id: string;
  backfill_id: string;
  state: 'running' | 'done' | 'stopped';
  from_at: Date;
  to_at: Date;
  reached_at: Date;
  total: number;
  planned: number;
  started_at: Date;
  ended_at: Date | null;
}

export interface Span extends ConnectionKey {
  from: Date;
  to: Date;
}

/** How many events and decisions of a time a connection would be sent, and how many of them it has been planned. */
export async function countItems(
  db: Db | Tx,
  { projectId, connectionId, from, to }: Span,
): Promise<{ items: number; planned: number }> {
  const { rows } = await sql<{ items: number; planned: number }>`
    select
      (select count(*) from (
        select ${deliveredKind}, name from events
        where project_id = ${projectId} and occurred_at >= ${from} and occurred_at < ${to} and kind <> 'open'
        union all
        select kind, '$' || kind from decisions
        where project_id = ${projectId} and in_force_from >= ${from} and in_force_from < ${to}
          and revises is null
      ) r where ${isChosenEvent}) as items,
      (select count(*) from deliveries r
        where project_id = ${projectId} and connection_id = ${connectionId} and occurred_at >= ${from}
          and occurred_at < ${to} and kind not in ('decision_revised', 'fraud_verdict') and ${isChosenEvent}) as planned
    from (select settings -> 'events' as events from connections
      where project_id = ${projectId} and connection_id = ${connectionId}) c`.execute(db);
  return rows[0] ?? { items: 0, planned: 0 };
}

/** The latest backfill of each connection. */
export async function listBackfills(db: Db | Tx, projectId: string): Promise<BackfillRow[]> {
  const { rows } = await sql<BackfillRow>`
    select distinct on (connection_id) connection_id, backfill_id, state, from_at, to_at, reached_at, total, planned,
      started_at, ended_at
    from delivery_backfills where project_id = ${projectId}
    order by connection_id, started_at desc, backfill_id desc`.execute(db);
  return rows;
}

/** Begins to send what happened in a time; a job plans it little by little. */
export async function startBackfill(tx: Tx, now: Date, span: Span): Promise<void> {
  const { projectId, connectionId, from, to } = span;
  const latest = (await listBackfills(tx, projectId)).find((row) => row.connection_id === connectionId);
  if (latest?.state === 'running') throw new AppError('conflict', 'A backfill is running already.');
  const { items, planned } = await countItems(tx, span);
  await tx
    .insertInto('delivery_backfills')
    .values({
      project_id: projectId,
      connection_id: connectionId,
      backfill_id: newId(now),
      state: 'running',
      from_at: from,
      to_at: to,
      reached_at: from,
      total: Math.max(0, items - planned),
      started_at: now,
    })
    .execute();
  await enqueue(tx, 'run-backfill', { project_id: projectId, connection_id: connectionId });
}

/** What was planned and has not been sent is not sent either. */
export async function stopBackfill(
  tx: Tx,
  now: Date,
  { projectId, connectionId }: ConnectionKey,
): Promise<void> {
  const { rows } = await sql<BackfillRow>`
    update delivery_backfills set state = 'stopped', ended_at = ${now}
    where project_id = ${projectId} and connection_id = ${connectionId} and state = 'running'
    returning started_at, from_at, to_at`.execute(tx);
  for (const { from_at, to_at } of rows) {
    await sql`delete from deliveries where project_id = ${projectId} and connection_id = ${connectionId}
      and state = 'waiting' and is_backfill and occurred_at >= ${from_at} and occurred_at < ${to_at}`.execute(
      tx,
    );
  }
}
