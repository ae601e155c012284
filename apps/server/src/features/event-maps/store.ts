import type { ConnectionState } from '@trailmark/contract/connections';
import type { PostbackEventMap } from '@trailmark/contract/event-maps';
import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

export interface EventMapRow extends Omit<PostbackEventMap, 'created_at' | 'updated_at'> {
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  sql.raw(`id, project_id, ad_network_id, event, network_event, value, installs, times, consent, active,
  created_at, updated_at`);

export async function listRows(
  db: Db | Tx,
  { projectId, adNetworkId }: { projectId: string; adNetworkId?: string | undefined },
): Promise<EventMapRow[]> {
  const ofAccount = adNetworkId === undefined ? sql`true` : sql`ad_network_id = ${adNetworkId}`;
  const { rows } = await sql<EventMapRow>`select ${COLUMNS} from postback_event_maps
    where project_id = ${projectId} and ${ofAccount} order by ad_network_id, event`.execute(db);
  return rows;
}

export async function findRow(
  db: Db | Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<EventMapRow | null> {
  const { rows } = await sql<EventMapRow>`select ${COLUMNS} from postback_event_maps
    where project_id = ${projectId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface MappedAccountRow {
  ad_network_id: string;
  kind: NetworkKind;
  name: string;
  external_id: string;
  /** Of its connection; null: it is not set up to be sent events. */
  state: ConnectionState | null;
  reason: string | null;
}

/** The accounts of a project with how they are connected. */
export async function listMappedAccounts(db: Db, projectId: string): Promise<MappedAccountRow[]> {
  const { rows } = await sql<MappedAccountRow>`
    select a.ad_network_id, a.kind, a.name, a.external_id, c.state, c.reason
    from network_accounts a left join connections c on c.project_id = ${projectId}
      and c.connection_id = a.ad_network_id and c.removed_at is null
    where a.project_id = ${projectId} order by a.kind, a.name, a.external_id`.execute(db);
  return rows;
}

/** The account, kept from being removed until the transaction ends; null: there is none. */
export async function lockAccount(
  tx: Tx,
  { projectId, adNetworkId }: { projectId: string; adNetworkId: string },
): Promise<{ name: string; kind: NetworkKind } | null> {
  const { rows } = await sql<{ name: string; kind: NetworkKind }>`select name, kind from network_accounts
    where project_id = ${projectId} and ad_network_id = ${adNetworkId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function insertRow(tx: Tx, row: EventMapRow): Promise<void> {
  await tx
    .insertInto('postback_event_maps')
    .values({ ...row, value: JSON.stringify(row.value) })
    .execute();
}

export async function updateRow(tx: Tx, row: EventMapRow): Promise<void> {
  const { project_id: projectId, id, value, ...change } = row;
  await tx
    .updateTable('postback_event_maps')
    .set({ ...change, value: JSON.stringify(value) })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export async function deleteRow(tx: Tx, { projectId, id }: { projectId: string; id: string }): Promise<void> {
  await sql`delete from postback_event_maps where project_id = ${projectId} and id = ${id}`.execute(tx);
}

export async function listEventNames(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from event_names
    where project_id = ${projectId} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
