import type { ProjectConnection } from '../../db/connection.ts';
import { nodeByNode } from '../../db/node-by-node.ts';
import { type LinkConnection, loadProjectLinks, type ProjectLinks } from './store.ts';

/** Projects at a time, so that a large house is loaded without a long pause in answers. */
const BATCH = 50;

/** What could not be loaded, and why. */
export interface FailedLoads {
  projectIds: string[];
  error: unknown;
}

/** Projects that one connection reaches. */
interface Batch extends Pick<ProjectConnection, 'pool' | 'server'> {
  projectIds: string[];
}

function* inBatches(projectIds: string[]): Generator<string[]> {
  for (let at = 0; at < projectIds.length; at += BATCH) yield projectIds.slice(at, at + BATCH);
}

async function batchesOf(connection: LinkConnection, projectIds: string[]): Promise<Batch[]> {
  const byPool = new Map<ProjectConnection['pool'], Batch>();
  for (const some of inBatches(projectIds)) {
    const parts = await Promise.all(some.map((projectId) => connection.of(projectId)));
    for (const [at, { pool, server }] of parts.entries()) {
      const own = byPool.get(pool) ?? { pool, server, projectIds: [] };
      own.projectIds.push(some[at] as string);
      byPool.set(pool, own);
    }
  }
  return [...byPool.values()].flatMap(({ projectIds: own, ...part }) =>
    [...inBatches(own)].map((some) => ({ ...part, projectIds: some })),
  );
}

/** Loads the links of projects from the nodes that have them; a node that is lost keeps those of the others from nothing. */
export async function loadByNode(
  connection: LinkConnection,
  projectIds: string[],
  take: (projects: ProjectLinks[]) => void,
): Promise<FailedLoads | null> {
  const batches = await batchesOf(connection, projectIds);
  const { failures } = await nodeByNode(batches, async (batch) =>
    take(await loadProjectLinks(batch.pool, batch.projectIds)),
  );
  const [first] = failures;
  return first ? { projectIds: failures.flatMap(({ part }) => part.projectIds), error: first.error } : null;
}
