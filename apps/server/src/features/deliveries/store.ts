import type { ConnectionKind } from '@trailmark/contract/connections';
import type { DeliveryState } from '@trailmark/contract/deliveries';
import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../connections/connection.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { firstIdAt } from '../../platform/ids.ts';

/** A delivery as the ledger has it. */
export interface DeliveryRow {
  source_id: string;
  connection_id: string;
  connection_kind: ConnectionKind;
  connection_name: string;
  kind: string;
  name: string;
  install_id: string;
  occurred_at: Date;
  planned_at: Date;
  revision: number;
  state: DeliveryState;
  due_at: Date | null;
  delivered_at: Date | null;
  attempts: number;
  reason: string | null;
  /** A line for each attempt. */
  history: string | null;
  /** The newest decision about the install's credit at the time of the event. */
  newest_revision: number | null;
}

/** What a ledger is narrowed down to. */
export interface DeliveryFilter {
  connection_id?: string | undefined;
  state?: DeliveryState | undefined;
  event?: string | undefined;
  event_id?: string | undefined;
  person?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The installs of a person; an install is one by itself. */
const installsOf = (projectId: string, person: string) => sql`(
  select ${person}::text union select install_id from person_installs
  where project_id = ${projectId} and user_id = ${person}
  union select install_id from installs where project_id = ${projectId} and user_id = ${person})`;

export function matching(projectId: string, filter: DeliveryFilter): RawBuilder<unknown> {
  const { connection_id, state, event, event_id: id, person, from, to } = filter;
  const conditions = [
    sql`d.project_id = ${projectId}`,
    ...(connection_id ? [sql`d.connection_id = ${connection_id}`] : []),
    ...(state ? [sql`d.state = ${state}`] : []),
    ...(event ? [sql`(d.kind = ${event} or d.name = ${event})`] : []),
    ...(id ? [sql`d.source_id = ${id}`] : []),
    ...(person ? [sql`d.install_id in ${installsOf(projectId, person)}`] : []),
    ...(from ? [sql`d.source_id >= ${firstIdAt(new Date(from))}::uuid`] : []),
    ...(to ? [sql`d.source_id < ${firstIdAt(new Date(to))}::uuid`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** With its connection, and the revision that is in force now for its event. */
function rowsOf(projectId: string, deliveries: RawBuilder<unknown>): RawBuilder<DeliveryRow> {
  return sql<DeliveryRow>`
    select d.source_id, d.connection_id, c.kind as connection_kind, c.name as connection_name, d.kind, d.name,
      d.install_id, d.occurred_at, d.planned_at, d.revision, d.state, d.due_at, d.delivered_at, d.attempts, d.reason,
      d.history, x.revision as newest_revision
    from (${deliveries}) d
    join connections c on c.project_id = ${projectId} and c.connection_id = d.connection_id
    left join lateral (
      select max(n.revision) as revision from decisions n
      where n.project_id = ${projectId} and n.install_id = d.install_id
        and n.in_force_from = (select max(o.in_force_from) from decisions o
          where o.project_id = ${projectId} and o.install_id = d.install_id and o.in_force_from <= d.occurred_at)
    ) x on true
    order by d.source_id desc, d.connection_id desc`;
}

export async function listRows(
  db: Db,
  {
    projectId,
    filter,
    after,
    limit,
  }: { projectId: string; filter: DeliveryFilter; after: [string, string] | null; limit: number },
): Promise<DeliveryRow[]> {
  const page = sql`select * from deliveries d where ${matching(projectId, filter)}
    ${after ? sql`and (d.source_id, d.connection_id) < (${after[0]}::uuid, ${after[1]}::uuid)` : sql``}
    order by d.source_id desc, d.connection_id desc limit ${limit}`;
  return (await rowsOf(projectId, page).execute(db)).rows;
}

export async function findRow(
  db: Db,
  { projectId, connectionId, sourceId }: ConnectionKey & { sourceId: string },
): Promise<DeliveryRow | null> {
  const one = sql`select * from deliveries where project_id = ${projectId} and source_id = ${sourceId}
    and connection_id = ${connectionId}`;
  return (await rowsOf(projectId, one).execute(db)).rows[0] ?? null;
}

export interface BatchRow {
  batch_id: string;
  record: Buffer;
}

export async function listBatches(
  db: Db,
  projectId: string,
  batchIds: readonly string[],
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`select batch_id, record from delivery_batches
    where project_id = ${projectId} and batch_id = any(${batchIds}::uuid[])`.execute(db);
  return rows;
}

/** Lets deliveries begin again: as if they had just been planned, with what was tried before. */
export async function markForReplay(
  tx: Tx,
  now: Date,
  { projectId, found, limit }: { projectId: string; found: RawBuilder<unknown>; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update deliveries d set state = 'waiting', due_at = ${now}, attempts = 0, delivered_at = null,
      reason = case when d.state = 'waiting' then d.reason else 'It is sent again.' end
    from (select d.source_id, d.connection_id from deliveries d
      join connections c on c.project_id = ${projectId} and c.connection_id = d.connection_id and c.removed_at is null
      where ${found} limit ${limit}) f
    where d.project_id = ${projectId} and d.source_id = f.source_id
      and d.connection_id = f.connection_id`.execute(tx);
  return Number(numAffectedRows);
}
