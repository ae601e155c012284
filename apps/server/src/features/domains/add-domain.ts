import { MAX_DOMAINS } from '@trailmark/contract/domains';
import type { Actor } from '../../access/caller.ts';
import { recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId, newToken } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { isOwnHost } from './link-target.ts';
import {
  countDomains,
  type DomainKey,
  type DomainRow,
  insertDomain,
  releaseHost,
  removeDomain,
} from './store.ts';

interface NewDomain {
  projectId: string;
  host: string;
}

/** Adds a link domain; it does nothing until a TXT record proves that it is the project's. */
export async function addDomain(kit: Kit, actor: Actor, { projectId, host }: NewDomain): Promise<DomainRow> {
  if (isOwnHost(kit, host)) throw badField('host', 'is the address of this installation itself');
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    if ((await countDomains(tx, projectId)) >= MAX_DOMAINS) {
      throw new AppError('conflict', `A project has at most ${MAX_DOMAINS} domains. Remove one first.`);
    }
    const made = await insertDomain(tx, {
      project_id: projectId,
      id: newId(now),
      host,
      txt_value: `trailmark-verification=${newToken()}`,
      created_at: now,
    });
    if (!made) {
      throw new AppError('conflict', `${host} is already a domain of this project.`, {
        host: 'is already a domain of this project',
      });
    }
    await recordChange(tx, now, { projectId, actor, action: 'domain.added', target: host });
    await announce(tx, { kind: 'links', projectId });
    return made;
  });
}

/** Removes a domain; its host is free for another project at once. */
export async function deleteDomain(kit: Kit, actor: Actor, key: DomainKey): Promise<void> {
  const { projectId } = key;
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const gone = await removeDomain(tx, key);
    if (!gone) throw new AppError('not_found', 'We couldn’t find this domain.');
    await releaseHost(tx, key);
    const before = { status: gone.status };
    await recordChange(tx, now, { projectId, actor, action: 'domain.removed', target: gone.host, before });
    await announce(tx, { kind: 'links', projectId });
  });
}
