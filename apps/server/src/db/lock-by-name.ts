import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './connection.ts';

/**
 * One row, read where the rows of the project are: functions that are selected from it run on that node of a cluster,
 * whichever node the statement is sent to. Locks and numbers of transactions are a node's own.
 */
export const nodeOf = (projectId: string): RawBuilder<unknown> =>
  sql`(select max(version) from attribution_rules where project_id = ${projectId}) as node_of_project`;

/** Waits for what others do to the project under this name, until the transaction ends; with `shared` side by side. */
export async function lockByName(
  tx: Tx,
  { projectId, name, shared = false }: { projectId: string; name: string; shared?: boolean },
): Promise<void> {
  const key = sql`hashtextextended(${`${name} ${projectId}`}, 0)`;
  const lock = shared ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`;
  await sql`select ${lock} from ${nodeOf(projectId)}`.execute(tx);
}
