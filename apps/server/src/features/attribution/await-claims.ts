import type { Tx } from '../../db/connection.ts';
import type { Group, Step } from '../../pipeline/group.ts';
import type { GroupJobs } from '../../pipeline/group-jobs.ts';
import { later } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { AdServicesRequest } from './ask-adservices.ts';

/** Apple's tokens of first opens, by the id of the install. */
function awaitedOf(group: Group): Map<string, string> {
  const awaited = new Map<string, string>();
  for (const item of group.items) {
    const token = item.device?.adServicesToken;
    if (!token || item.imported || item.call !== 'open' || item.platform !== 'ios') continue;
    if (group.installOf(item).installedAt !== null) continue;
    awaited.set(item.installId, token);
  }
  return awaited;
}

async function hold(tx: Tx, group: Group, installIds: string[], until: Date): Promise<void> {
  const installs = installIds.flatMap((id) => group.installs.get(id) ?? []);
  for (const install of installs) install.claimPendingUntil = until;
  // What is born in this group is inserted later, with all that is known by then.
  const stored = installs.filter(({ bornOf }) => bornOf === null).map(({ installId }) => installId);
  if (stored.length === 0) return;
  await tx
    .updateTable('installs')
    .set({ claim_pending_until: until })
    .where('project_id', '=', group.projectId)
    .where('install_id', 'in', stored)
    .execute();
}

interface Options {
  secrets: Secrets;
  holdMs: number;
  addJob: GroupJobs;
}

/**
 * Has Apple asked about new installs, and holds back what would be reported of them meanwhile. Runs before the
 * decisions: after them no open is the first any more.
 */
export function createAwaitClaims({ secrets, holdMs, addJob }: Options): Step {
  return async (tx, group) => {
    const awaited = awaitedOf(group);
    if (awaited.size === 0) return;
    await hold(tx, group, [...awaited.keys()], later(group.now, holdMs));
    for (const [installId, token] of awaited) {
      const request: AdServicesRequest = {
        projectId: group.projectId,
        installId,
        token,
        askedAt: group.now.toISOString(),
        tries: 1,
      };
      const payload = { sealed: secrets.seal('jobs', request) };
      await addJob(tx, group, 'ask-adservices', payload, `ask-adservices ${group.projectId} ${installId}`);
    }
  };
}
