import type { Db, Tx } from '../db/connection.ts';

/** All that a report reads, as it was at one moment: however many statements, whatever is folded meanwhile. */
export async function inSnapshot<Answer>(db: Db, read: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
