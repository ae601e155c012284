import { wakeLanes } from '../connections/connection.ts';
import { createPartitions, queriesOf } from '../db/partitions.ts';
import type { IpKnowledge } from '../features/attribution/conversion.ts';
import { createLimitHits } from '../features/ingest/limit-hits.ts';
import type { InstallClaim } from '../pipeline/group.ts';
import { processClaims } from '../pipeline/process-units.ts';
import type { Kit } from '../platform/kit.ts';
import { NO_LIMIT, stepsOf } from './ingest.ts';

const notLoaded = () => {
  throw new Error('A worker has no lists of addresses: only the edge decides about opens.');
};
/** A claim has no opens. The lists are large, and a worker does not load them in vain. */
export const NO_ADDRESS_LISTS: IpKnowledge = {
  relayKnown: notLoaded,
  isRelay: notLoaded,
  isAnonymous: notLoaded,
  isOwnProxy: notLoaded,
};

/** Takes claims of networks about a project's installs through the steps of an event, in a transaction of their own. */
export async function applyClaims(kit: Kit, claims: InstallClaim[]): Promise<void> {
  const partitions = createPartitions(queriesOf(kit.db), kit.clock);
  const steps = stepsOf(kit, { partitions, ips: NO_ADDRESS_LISTS, hits: createLimitHits(kit) });
  await processClaims({ db: kit.db, now: kit.clock.now(), steps, partitions, limit: NO_LIMIT }, claims);
  await wakeLanes(kit.db, kit.clock.now(), [...new Set(claims.map(({ projectId }) => projectId))]);
}

export const applyClaim = (kit: Kit, claim: InstallClaim): Promise<void> => applyClaims(kit, [claim]);
