import type { NetworkAccount, NetworkLogin } from '@trailmark/contract/network-accounts';
import type { AuditActor } from '../access/caller.ts';
import { spend } from '../access/rate-limit.ts';
import { recordChange } from '../audit/record.ts';
import { removeConnection } from '../connections/connection.ts';
import { announce } from '../db/changes.ts';
import type { Db, Tx } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Kit } from '../platform/kit.ts';
import type { AppKey } from './network-app.ts';
import {
  findAccount,
  type ImportedAccount,
  importAccount,
  listAccounts,
  listLogins,
  lockLogins,
  type NetworkAccountRow,
  type NetworkKey,
  removeAccount,
  wakeImports,
} from './network-store.ts';
import { presentAccount, presentLogin } from './present-network.ts';

/** A call of ours can be several to the network, which counts them. */
export const spendCall = ({ db, clock }: Kit, projectId: string) =>
  spend(db, clock.now(), [{ bucket: `network:${projectId}`, max: 30, perMs: MINUTE_MS }]);

/** What is connected to a network, and by whom. */
export async function listConnected(
  { db }: Kit,
  key: NetworkKey,
): Promise<{ accounts: NetworkAccount[]; logins: NetworkLogin[] }> {
  return {
    accounts: (await listAccounts(db, key)).map(presentAccount),
    logins: (await listLogins(db, key)).map(presentLogin),
  };
}

/** One account; `noun` is what the network calls it. */
export async function getAccount(
  db: Db | Tx,
  { noun, ...key }: NetworkKey & { adNetworkId: string; noun: string },
): Promise<NetworkAccountRow> {
  const row = await findAccount(db, key);
  if (!row) throw new AppError('not_found', `We couldn’t find this ${noun}.`);
  return row;
}

/** Keeps accounts that are new or changed. One whose login was disconnected while the network answered is not kept. */
export async function storeImported(
  tx: Tx,
  { now, actor, label, noun, ...key }: AppKey & { now: Date; actor: AuditActor; noun: string },
  accounts: readonly Omit<ImportedAccount, 'ad_network_id'>[],
): Promise<void> {
  const logins = await lockLogins(tx, key);
  const reached = accounts.filter(({ login_id }) => login_id !== null && logins.has(login_id));
  for (const account of reached) {
    await importAccount(tx, now, { ...key, ...account, ad_network_id: newId(now) });
  }
  await wakeImports(tx, now, key);
  const target = `${label}: ${reached.length} ${noun}${reached.length === 1 ? '' : 's'}`;
  await recordChange(tx, now, {
    projectId: key.projectId,
    actor,
    action: 'network.accounts_imported',
    target,
  });
}

/** Disconnects an account; its secrets are deleted with it. */
export async function disconnectAccount(
  kit: Kit,
  { actor, label, noun, ...key }: AppKey & { adNetworkId: string; actor: AuditActor; noun: string },
): Promise<void> {
  const { projectId, adNetworkId } = key;
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await getAccount(tx, { ...key, noun });
    await removeAccount(tx, key);
    await removeConnection(tx, now, { projectId, connectionId: adNetworkId });
    await announce(tx, { kind: 'project', projectId });
    const target = `${label}: ${row.name}`;
    await recordChange(tx, now, { projectId, actor, action: 'network.account_removed', target });
  });
}
