import type { SkanGoogleStatus } from '@trailmark/contract/skan-exports';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { findActivation, findSchema } from '../schema/store.ts';

type Account = SkanGoogleStatus['accounts'][number];

export interface GoogleAccountRow {
  ad_network_id: string;
  external_id: string;
  name: string;
  login_id: string | null;
  login_customer_id: string | null;
  link_id: string | null;
  version: number | null;
  state: 'pending' | 'active' | 'error' | null;
  warning: string | null;
  error: string | null;
  uploaded_at: Date | null;
}

/** Accounts with Google Ads, with what they were sent. */
export async function listGoogleAccounts(db: Db, projectId: string): Promise<GoogleAccountRow[]> {
  const { rows } = await sql<GoogleAccountRow>`
    select a.ad_network_id, a.external_id, a.name, a.login_id, a.settings ->> 'login_customer_id' as login_customer_id,
      a.settings ->> 'link_id_ios' as link_id, u.version, u.state, u.warning, u.error, u.uploaded_at
    from network_accounts a
    left join skan_uploads u on u.project_id = a.project_id and u.ad_network_id = a.ad_network_id
      and u.link_id = a.settings ->> 'link_id_ios'
    where a.project_id = ${projectId} and a.kind = 'GOOGLE' and a.status = 'active'
    order by a.settings ->> 'link_id_ios' is null, a.imported_at, a.ad_network_id`.execute(db);
  return rows;
}

function presentAccount(row: GoogleAccountRow, version: number | null): Account {
  const isCurrent = row.state !== null && row.version === version;
  const sent =
    isCurrent && row.state ? (row.state.toUpperCase() as 'PENDING' | 'ACTIVE' | 'ERROR') : 'PENDING';
  return {
    ad_network_id: row.ad_network_id,
    customer_id: row.external_id,
    name: row.name,
    link_id: row.link_id,
    status: row.link_id === null ? 'LINK_MISSING' : sent,
    schema_version: row.uploaded_at ? row.version : null,
    uploaded_at: row.uploaded_at?.toISOString() ?? null,
    warnings: row.warning ? [row.warning] : [],
    error: isCurrent ? row.error : null,
  };
}

function overall(accounts: readonly Account[], isOn: boolean): [SkanGoogleStatus['status'], string] {
  if (accounts.length === 0) return ['NOT_CONNECTED', 'Connect Google Ads under Integrations.'];
  const linked = accounts.filter(({ status }) => status !== 'LINK_MISSING');
  if (linked.length === 0) {
    return ['LINK_MISSING', 'Enter the link id of your iOS app at an account under Integrations.'];
  }
  if (!isOn) return ['PENDING', 'Google gets the schema when you activate SKAN.'];
  const failed = linked.find(({ status }) => status === 'ERROR');
  if (failed) return ['ERROR', `${failed.name}: ${failed.error}`];
  if (linked.every(({ status }) => status === 'ACTIVE')) return ['ACTIVE', 'Google has the active version.'];
  const waiting = linked.find(({ error }) => error !== null);
  return [
    'PENDING',
    waiting?.error ? `${waiting.error} It will be retried.` : 'The schema is being uploaded.',
  ];
}

export async function presentGoogleStatus(db: Db, projectId: string): Promise<SkanGoogleStatus> {
  const [rows, activation, active] = await Promise.all([
    listGoogleAccounts(db, projectId),
    findActivation(db, projectId),
    findSchema(db, projectId, 'active'),
  ]);
  const accounts = rows.map((row) => presentAccount(row, active?.version ?? null));
  const [status, reason] = overall(accounts, activation?.activate_skan ?? false);
  const first = accounts.find(({ link_id }) => link_id !== null);
  return {
    connected: accounts.length > 0,
    status,
    reason,
    customer_id: first?.customer_id ?? null,
    link_id: first?.link_id ?? null,
    schema_version: first?.schema_version ?? null,
    uploaded_at: first?.uploaded_at ?? null,
    warnings: first?.warnings ?? [],
    accounts,
  };
}
