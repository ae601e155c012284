import type { ToolSettings } from '@trailmark/contract/analytics-tools';
import type { ConnectionKind, ConnectionState } from '@trailmark/contract/connections';
import type { EventMap } from '@trailmark/core/destinations/event-map';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';

/** What a webhook is sent, and where; the address of a Slack channel is a secret and is not here as a whole. */
export interface WebhookSettings {
  url: string;
  events: string[] | null;
  oldSecretUntil: string | null;
}

/** How an account with Meta is sent conversions. */
export interface MetaSettings {
  datasetId: string;
  testEventCode: string | null;
  /** The app in its store, by platform. */
  bundleIds: Record<string, string>;
  maps: EventMap[];
  /** Those that have a map. */
  events: string[];
}

/** How a pixel of TikTok, and the apps beside it, are sent conversions. */
export interface TiktokSettings {
  pixelCode: string;
  /** TikTok's own ids, by platform. */
  appIds: Record<string, string>;
  testEventCode: string | null;
  maps: EventMap[];
  events: string[];
}

/** How an account of Google Ads is sent conversions, and events of apps. */
export interface GoogleSettings {
  accountId: string;
  /** The manager through which it is reached; null: directly. */
  loginCustomerId: string | null;
  /** By platform: the links by which Google takes events of apps. */
  linkIds: Record<string, string>;
  /** Whose access token it is, and when that ends: it is renewed before. */
  loginId: string;
  tokenExpiresAt: string;
  /** Those that are active. */
  maps: EventMap[];
  events: string[];
}

/** How a coupon or affiliate network is sent postbacks; the values of its headers are with the credentials. */
export interface AffiliateSettings {
  adNetworkId: string;
  method: 'GET' | 'POST';
  url: string;
  body: string;
  contentType: string;
  isSigned: boolean;
  successText: string | null;
  maps: EventMap[];
  events: string[];
}

export type ConnectionSettings =
  | WebhookSettings
  | ToolSettings
  | MetaSettings
  | TiktokSettings
  | GoogleSettings
  | AffiliateSettings;

/** Connections that are accounts with ad networks: they are sent more about a person. */
export const isNetwork = (kind: ConnectionKind): boolean =>
  ['META', 'TIKTOK', 'GOOGLE', 'JIO_COUPONS'].includes(kind);

/** Requests that fail in a row before nothing more is sent for a while. */
export const MOST_FAILURES = 5;

/** Where a project's events go. */
export interface ConnectionRow {
  project_id: string;
  connection_id: string;
  kind: ConnectionKind;
  name: string;
  state: ConnectionState;
  reason: string | null;
  state_since: Date;
  settings: ConnectionSettings;
  sealed_credentials: string;
  credential_hints: Record<string, string>;
  created_at: Date;
  updated_at: Date;
  failures: number;
  blocked_until: Date | null;
  last_delivered_at: Date | null;
}

export interface ConnectionKey {
  projectId: string;
  connectionId: string;
}

const COLUMNS = sql.raw(`project_id, connection_id, kind, name, state, reason, state_since, settings,
  sealed_credentials, credential_hints, created_at, updated_at, failures, blocked_until, last_delivered_at`);

/** The connections of a project, oldest first. */
export async function listConnections(db: Db | Tx, projectId: string): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from connections where project_id = ${projectId} and removed_at is null
    order by created_at, connection_id`.execute(db);
  return rows;
}

export async function findConnection(
  db: Db | Tx,
  { projectId, connectionId }: ConnectionKey,
): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from connections
    where project_id = ${projectId} and connection_id = ${connectionId} and removed_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The same, kept from being changed by others until the transaction ends. */
export async function lockConnection(
  tx: Tx,
  { projectId, connectionId }: ConnectionKey,
): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from connections
    where project_id = ${projectId} and connection_id = ${connectionId} and removed_at is null
    for update`.execute(tx);
  return rows[0] ?? null;
}

/** All of a project, kept so. */
export async function lockConnections(tx: Tx, projectId: string): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from connections where project_id = ${projectId} and removed_at is null
    order by created_at, connection_id for update`.execute(tx);
  return rows;
}

export type NewConnection = Pick<
  ConnectionRow,
  'project_id' | 'connection_id' | 'kind' | 'name' | 'sealed_credentials' | 'credential_hints' | 'settings'
>;

/** With a lane, by which workers find it. One that was removed in the same moment stays removed. */
export async function insertConnection(tx: Tx, now: Date, row: NewConnection): Promise<void> {
  const inserted = await tx
    .insertInto('connections')
    .values({
      ...row,
      settings: JSON.stringify(row.settings),
      credential_hints: JSON.stringify(row.credential_hints),
      state: 'active',
      state_since: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'connection_id']).doNothing())
    .returning('connection_id')
    .executeTakeFirst();
  if (!inserted) return;
  await tx
    .insertInto('delivery_lanes')
    .values({ project_id: row.project_id, connection_id: row.connection_id })
    .execute();
}

export type ConnectionChange = Partial<
  Pick<ConnectionRow, 'name' | 'settings' | 'sealed_credentials' | 'credential_hints'>
>;

export async function updateConnection(
  tx: Tx,
  now: Date,
  { projectId, connectionId, settings, credential_hints, ...change }: ConnectionKey & ConnectionChange,
): Promise<void> {
  await tx
    .updateTable('connections')
    .set({
      ...change,
      ...(settings ? { settings: JSON.stringify(settings) } : {}),
      ...(credential_hints ? { credential_hints: JSON.stringify(credential_hints) } : {}),
      updated_at: now,
    })
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .where('removed_at', 'is', null)
    .execute();
}

/** Switches it on, off, or to needing attention; what failed before is forgotten when it goes on. */
export async function setState(
  tx: Tx,
  now: Date,
  {
    projectId,
    connectionId,
    state,
    reason,
  }: ConnectionKey & { state: ConnectionState; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('connections')
    .set({
      state,
      reason,
      state_since: now,
      updated_at: now,
      ...(state === 'active' ? { failures: 0, blocked_until: null } : {}),
    })
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .where('removed_at', 'is', null)
    .execute();
  await wakeLanes(tx, now, [projectId]);
}

/** It stays for the ledger, without what could be sent with. What waits is not sent any more. */
export async function removeConnection(
  tx: Tx,
  now: Date,
  { projectId, connectionId }: ConnectionKey,
): Promise<void> {
  await sql`update connections set removed_at = ${now}, updated_at = ${now}, sealed_credentials = '',
      state = 'paused', reason = 'It was removed.'
    where project_id = ${projectId} and connection_id = ${connectionId}`.execute(tx);
  await sql`update deliveries set state = 'skipped', due_at = null, reason = 'The connection was removed.'
    where project_id = ${projectId} and connection_id = ${connectionId} and state = 'waiting'`.execute(tx);
  await sql`delete from delivery_lanes
    where project_id = ${projectId} and connection_id = ${connectionId}`.execute(tx);
}

/** Says that these projects have something to send. */
export async function wakeLanes(db: Db | Tx, now: Date, projectIds: readonly string[]): Promise<void> {
  await sql`update delivery_lanes set due_at = least(due_at, ${now}), hints = hints + 1
    where project_id = any(${projectIds}::uuid[])`.execute(db);
}
