import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { projectDb } from '../db/project-db.ts';
import { isMovedToCluster, keepPlans } from '../db/run-prepared.ts';

/** Enough that the sums of ten thousand campaigns are added up without a file. */
const WORK_MEMORY = '32MB';

/** The sums of thousands of campaigns take longer to hand over than a second process saves. */
export async function inOneProcess(tx: Tx): Promise<void> {
  await sql`select set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}

/**
 * All that a report reads, as it was at one moment: however many statements, whatever is folded meanwhile. Statements
 * over rollups are planned once for each connection: to plan them for their values takes longer than to run them.
 */
export async function inSnapshot<Answer>(
  db: Db,
  projectId: string,
  read: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const own = await projectDb(db, projectId);
  const readAll = () =>
    own
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql.raw(`set local work_mem = '${WORK_MEMORY}'; ${keepPlans()}`).execute(tx);
        return await read(tx);
      });
  return await readAll().catch((error: unknown) => {
    if (isMovedToCluster(error)) return readAll();
    throw error;
  });
}
