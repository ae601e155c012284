import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Kit } from '../../platform/kit.ts';
import { type DomainKey, releaseHost, removeDomain } from './store.ts';

/** Removes a domain; its host is free for another project at once. */
export async function deleteDomain(kit: Kit, actor: Actor, key: DomainKey): Promise<void> {
  const { projectId } = key;
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const gone = await removeDomain(tx, key);
    if (!gone) throw new AppError('not_found', 'There is no such domain.');
    await releaseHost(tx, key);
    const before = { status: gone.status };
    await recordChange(tx, now, { projectId, actor, action: 'domain.removed', target: gone.host, before });
    await announce(tx, { kind: 'links', projectId });
  });
}
