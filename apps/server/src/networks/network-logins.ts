import { z } from 'zod';
import type { AuditActor } from '../access/caller.ts';
import { recordChange } from '../audit/record.ts';
import { findConnection } from '../connections/connection.ts';
import { standInUrl } from '../connections/send-request.ts';
import type { Tx } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';
import { newId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import { isLost } from './ask-network.ts';
import { LoginLost } from './lose-login.ts';
import type { AppKey } from './network-app.ts';
import {
  listAccounts,
  listLogins,
  loginNeedsAttention,
  type NetworkKey,
  type NetworkLoginRow,
  saveLogin,
  wakeImports,
} from './network-store.ts';
import { newState } from './oauth-state.ts';
import { type SyncOptions, syncConnection } from './sync-connection.ts';

/** Where a person lets us read their accounts; in tests and demos that is a stand-in. */
export function authUrl(
  kit: Kit,
  owner: NetworkKey & { userId: string },
  urlFor: (state: string) => string,
): string {
  const url = urlFor(newState(kit, owner));
  return (standInUrl(kit.env, new URL(url)) ?? url).toString();
}

const LOST = 'Its token cannot be read any more, because SECRET_KEY was changed. Connect again.';

const AccessToken = z.object({ access_token: z.string() });

interface ReadingLogin extends Omit<AppKey, 'kind'> {
  login: NetworkLoginRow;
  /** Of networks whose tokens are renewed. */
  freshToken?: () => Promise<string>;
}

/** Reads with the token of a login. One that the network does not accept any more is marked, and reads nothing: null. */
export async function readWithLogin<Result>(
  kit: Kit,
  { projectId, label, login, freshToken }: ReadingLogin,
  read: (token: string) => Promise<Result>,
): Promise<Result | null> {
  const mark = async (reason: string) => {
    await loginNeedsAttention(kit.db, { projectId, loginId: login.login_id, reason });
    return null;
  };
  const token = AccessToken.safeParse(kit.secrets.open('networks', login.sealed_tokens)).data?.access_token;
  if (token === undefined) return await mark(LOST);
  try {
    return await read(freshToken ? await freshToken() : token);
  } catch (error) {
    if (error instanceof LoginLost) return null;
    if (!isLost(error)) throw error;
    return await mark(`${label} answered ${error.error.words}. Connect again.`);
  }
}

/** Everybody who has connected; without anybody there is nothing to import. */
export async function getLogins({ db }: Kit, { label, ...key }: AppKey): Promise<NetworkLoginRow[]> {
  const logins = await listLogins(db, key);
  if (logins.length === 0) throw new AppError('conflict', `Connect to ${label} first.`);
  return logins;
}

type NewLogin = Pick<
  NetworkLoginRow,
  'external_id' | 'name' | 'sealed_tokens' | 'scopes' | 'expires_at' | 'connected_at'
>;

/** Stores who has connected. */
export async function storeLogin(
  tx: Tx,
  { actor, label, ...key }: AppKey & { actor: AuditActor },
  login: NewLogin,
): Promise<NetworkLoginRow> {
  const { projectId } = key;
  const now = login.connected_at;
  const loginId = await saveLogin(tx, { ...key, ...login, login_id: newId(now) });
  await wakeImports(tx, now, key);
  const target = `${label}: ${login.name}`;
  await recordChange(tx, now, { projectId, actor, action: 'network.connected', target });
  const stored = (await listLogins(tx, key)).find((one) => one.login_id === loginId);
  if (!stored) throw new Error('The login was not stored.');
  return stored;
}

/**
 * Accounts whose conversions are sent with the token of a login: what an older one reached is reached by the new one.
 * Those that nobody has set up stay so.
 */
export async function syncConnections(
  tx: Tx,
  kit: Pick<Kit, 'secrets' | 'clock'>,
  key: NetworkKey,
  options: SyncOptions = {},
): Promise<void> {
  for (const { ad_network_id: adNetworkId } of await listAccounts(tx, key)) {
    const isSetUp = await findConnection(tx, { projectId: key.projectId, connectionId: adNetworkId });
    if (isSetUp) await syncConnection(tx, kit, { projectId: key.projectId, adNetworkId }, options);
  }
}
