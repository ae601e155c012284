import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { enqueue } from '../jobs/queue.ts';

/** Whose accounts with which network. */
export interface NetworkKey {
  projectId: string;
  kind: NetworkKind;
}

export interface NetworkSettingsRow {
  settings: Record<string, string>;
  sealed_secrets: string;
}

export interface NetworkLoginRow {
  login_id: string;
  external_id: string;
  name: string;
  sealed_tokens: string;
  scopes: string[];
  expires_at: Date | null;
  state: 'active' | 'attention';
  reason: string | null;
  connected_at: Date;
}

export interface NetworkAccountRow {
  ad_network_id: string;
  kind: NetworkKind;
  external_id: string;
  name: string;
  currency: string | null;
  time_zone: string | null;
  status: 'active' | 'disabled';
  login_id: string | null;
  settings: Record<string, string | null>;
  sealed_credentials: string | null;
  credential_hints: Record<string, string>;
  imported_at: Date;
}

export async function findSettings(
  db: Db | Tx,
  { projectId, kind }: NetworkKey,
): Promise<NetworkSettingsRow | null> {
  const { rows } = await sql<NetworkSettingsRow>`select settings, sealed_secrets from network_settings
    where project_id = ${projectId} and kind = ${kind}`.execute(db);
  return rows[0] ?? null;
}

export async function saveSettings(
  tx: Tx,
  now: Date,
  { projectId, kind, settings, sealed_secrets }: NetworkKey & NetworkSettingsRow,
): Promise<void> {
  await sql`insert into network_settings (project_id, kind, settings, sealed_secrets, updated_at)
    values (${projectId}, ${kind}, ${JSON.stringify(settings)}::jsonb, ${sealed_secrets}, ${now})
    on conflict (project_id, kind) do update set settings = excluded.settings,
      sealed_secrets = excluded.sealed_secrets, updated_at = excluded.updated_at`.execute(tx);
}

export async function listLogins(db: Db | Tx, { projectId, kind }: NetworkKey): Promise<NetworkLoginRow[]> {
  const { rows } = await sql<NetworkLoginRow>`
    select login_id, external_id, name, sealed_tokens, scopes, expires_at, state, reason, connected_at
    from network_logins where project_id = ${projectId} and kind = ${kind}
    order by connected_at, login_id`.execute(db);
  return rows;
}

/** Who connects again gets new tokens, and everything is in order again. Gives the login's id. */
export async function saveLogin(
  tx: Tx,
  { projectId, kind, ...login }: NetworkKey & Omit<NetworkLoginRow, 'state' | 'reason'>,
): Promise<string> {
  const { rows } = await sql<{ login_id: string }>`
    insert into network_logins (project_id, login_id, kind, external_id, name, sealed_tokens, scopes, expires_at,
      state, reason, connected_at)
    values (${projectId}, ${login.login_id}, ${kind}, ${login.external_id}, ${login.name}, ${login.sealed_tokens},
      ${login.scopes}, ${login.expires_at}, 'active', null, ${login.connected_at})
    on conflict (project_id, kind, external_id) do update set name = excluded.name,
      sealed_tokens = excluded.sealed_tokens, scopes = excluded.scopes, expires_at = excluded.expires_at,
      state = excluded.state, reason = excluded.reason, connected_at = excluded.connected_at, warned_at = null
    returning login_id`.execute(tx);
  return rows[0]?.login_id ?? login.login_id;
}

/** The network does not accept it any more. */
export async function loginNeedsAttention(
  db: Db | Tx,
  { projectId, loginId, reason }: { projectId: string; loginId: string; reason: string },
): Promise<void> {
  await sql`update network_logins set state = 'attention', reason = ${reason}
    where project_id = ${projectId} and login_id = ${loginId}`.execute(db);
}

const ACCOUNT =
  sql.raw(`ad_network_id, kind, external_id, name, currency, time_zone, status, login_id, settings,
  sealed_credentials, credential_hints, imported_at`);

export async function listAccounts(
  db: Db | Tx,
  { projectId, kind }: NetworkKey,
): Promise<NetworkAccountRow[]> {
  const { rows } = await sql<NetworkAccountRow>`select ${ACCOUNT} from network_accounts
    where project_id = ${projectId} and kind = ${kind} order by name, external_id`.execute(db);
  return rows;
}

export async function findAccount(
  db: Db | Tx,
  { projectId, kind, adNetworkId }: NetworkKey & { adNetworkId: string },
): Promise<NetworkAccountRow | null> {
  const { rows } = await sql<NetworkAccountRow>`select ${ACCOUNT} from network_accounts
    where project_id = ${projectId} and kind = ${kind} and ad_network_id = ${adNetworkId}`.execute(db);
  return rows[0] ?? null;
}

/** The logins that are still there; they stay until the transaction ends. */
export async function lockLogins(tx: Tx, { projectId, kind }: NetworkKey): Promise<Set<string>> {
  const { rows } = await sql<{ login_id: string }>`select login_id from network_logins
    where project_id = ${projectId} and kind = ${kind} order by login_id for key share`.execute(tx);
  return new Set(rows.map(({ login_id }) => login_id));
}

export type ImportedAccount = Pick<
  NetworkAccountRow,
  'ad_network_id' | 'external_id' | 'name' | 'currency' | 'time_zone' | 'status' | 'login_id'
>;

/** What was set for an account that is known already stays. */
export async function importAccount(
  tx: Tx,
  now: Date,
  { projectId, kind, ...account }: NetworkKey & ImportedAccount,
): Promise<void> {
  await sql`insert into network_accounts (project_id, ad_network_id, kind, external_id, name, currency, time_zone,
      status, login_id, settings, credential_hints, imported_at, updated_at)
    values (${projectId}, ${account.ad_network_id}, ${kind}, ${account.external_id}, ${account.name},
      ${account.currency}, ${account.time_zone}, ${account.status}, ${account.login_id}, '{}', '{}', ${now}, ${now})
    on conflict (project_id, kind, external_id) do update set name = excluded.name, currency = excluded.currency,
      time_zone = excluded.time_zone, status = excluded.status, login_id = excluded.login_id,
      imported_at = excluded.imported_at, updated_at = excluded.updated_at`.execute(tx);
}

export async function saveAccountSettings(
  tx: Tx,
  now: Date,
  change: { projectId: string; adNetworkId: string } & Pick<
    NetworkAccountRow,
    'settings' | 'sealed_credentials' | 'credential_hints'
  >,
): Promise<void> {
  await sql`update network_accounts set settings = ${JSON.stringify(change.settings)}::jsonb,
      sealed_credentials = ${change.sealed_credentials},
      credential_hints = ${JSON.stringify(change.credential_hints)}::jsonb, updated_at = ${now}
    where project_id = ${change.projectId} and ad_network_id = ${change.adNetworkId}`.execute(tx);
}

/**
 * With its secrets and event maps. Its login goes with its tokens where that reaches nothing else, and with the last
 * account every login does. Somebody else who has just connected, and imported nothing yet, stays connected.
 */
export async function removeAccount(
  tx: Tx,
  { projectId, kind, adNetworkId }: NetworkKey & { adNetworkId: string },
): Promise<void> {
  await sql`delete from postback_event_maps
    where project_id = ${projectId} and ad_network_id = ${adNetworkId}`.execute(tx);
  const { rows } = await sql<{ login_id: string | null }>`delete from network_accounts
    where project_id = ${projectId} and kind = ${kind} and ad_network_id = ${adNetworkId}
    returning login_id`.execute(tx);
  await sql`delete from network_logins l where l.project_id = ${projectId} and l.kind = ${kind}
    and not exists (select from network_accounts a where a.project_id = ${projectId} and a.kind = ${kind}
      and (a.login_id = l.login_id or l.login_id is distinct from ${rows[0]?.login_id ?? null}::uuid))`.execute(
    tx,
  );
}

/** What could not be read of a network's costs is tried again at once: somebody has connected again. */
export async function wakeImports(tx: Tx, now: Date, { projectId, kind }: NetworkKey): Promise<void> {
  await sql`update network_imports set state = 'waiting', reason = null, next_at = ${now}
    where project_id = ${projectId} and kind = ${kind} and state = 'failed'`.execute(tx);
  await enqueue(tx, 'find-due-imports', {}, { key: 'find-due-imports soon' });
}
