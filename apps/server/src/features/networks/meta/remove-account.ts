import type { AuditActor } from '../../../access/caller.ts';
import { recordChange } from '../../../audit/record.ts';
import { removeConnection } from '../../../connections/connection.ts';
import { announce } from '../../../db/changes.ts';
import { findAccount, removeAccount } from '../../../networks/network-store.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Kit } from '../../../platform/kit.ts';
import { META } from './ask-meta.ts';

/** Disconnects an account; its secrets are deleted with it. */
export async function removeMetaAccount(
  kit: Kit,
  { projectId, actor, adNetworkId }: { projectId: string; actor: AuditActor; adNetworkId: string },
): Promise<void> {
  const key = { projectId, kind: META, adNetworkId };
  await kit.db.transaction().execute(async (tx) => {
    const row = await findAccount(tx, key);
    if (!row) throw new AppError('not_found', 'There is no such ad account.');
    await removeAccount(tx, key);
    await removeConnection(tx, kit.clock.now(), { projectId, connectionId: adNetworkId });
    await announce(tx, { kind: 'project', projectId });
    const target = `Meta: ${row.name}`;
    await recordChange(tx, kit.clock.now(), { projectId, actor, action: 'network.account_removed', target });
  });
}
