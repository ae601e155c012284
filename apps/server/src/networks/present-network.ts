import type { NetworkAccount, NetworkLogin } from '@trailmark/contract/network-accounts';
import type { NetworkAccountRow, NetworkLoginRow } from './network-store.ts';

/** Field by field, so that no token gets out. */
export const presentLogin = (row: NetworkLoginRow): NetworkLogin => ({
  login_id: row.login_id,
  name: row.name,
  scopes: row.scopes,
  expires_at: row.expires_at?.toISOString() ?? null,
  state: row.state,
  reason: row.reason,
  connected_at: row.connected_at.toISOString(),
});

export const presentAccount = (row: NetworkAccountRow): NetworkAccount => ({
  ad_network_id: row.ad_network_id,
  kind: row.kind,
  external_account_id: row.external_id,
  name: row.name,
  currency: row.currency,
  time_zone: row.time_zone,
  status: row.status,
  login_id: row.login_id,
  imported_at: row.imported_at.toISOString(),
});
