import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/connection.ts';
import type { JobName, JobPayload } from '../jobs/catalog.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Kit } from '../platform/kit.ts';
import type { Group } from './group.ts';

/**
 * Longer than a group of what happens now takes. For one of history that takes longer, the job may run before the commit and find
 * nothing: it is added again after it.
 */
const RESERVE_MS = 60_000;

/** Adds a job for what a group stores; it runs if the group is committed. */
export type GroupJobs = <Name extends JobName>(
  tx: Tx,
  group: Group,
  name: Name,
  payload: JobPayload<Name>,
  /** What the job is about, where a group that is tried again adds the very same. */
  key?: string,
) => Promise<void>;

type Dependencies = Pick<Kit, 'db' | 'log'> & { env: Pick<Kit['env'], 'isCluster'> };

/**
 * On a cluster the transaction is one of the node that has the project, and jobs wait on the coordinator. There the job is
 * added before the commit, for a minute later, and called forward after it: a process that dies in between leaves it to run
 * then. One of a group that was not committed finds nothing to do.
 */
export function createGroupJobs({ db, env, log }: Dependencies): GroupJobs {
  return async (tx, group, name, payload, key = randomUUID()) => {
    if (!env.isCluster) return await enqueue(tx, name, payload);
    await enqueue(db, name, payload, { key, inMs: RESERVE_MS });
    group.afterCommit.push(async () => {
      await enqueue(db, name, payload, { key }).catch((error: unknown) =>
        log.warn({ err: error, job: name }, 'a job of a group runs a minute late'),
      );
    });
  };
}
