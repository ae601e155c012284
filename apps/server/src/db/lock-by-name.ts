import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './connection.ts';

/**
 * One row, read where the rows of the project are: functions that are selected from it run on that node of a cluster,
 * whichever node the statement is sent to. Locks and numbers of transactions are a node's own.
 */
export const nodeOf = (projectId: string): RawBuilder<unknown> =>
  sql`(select max(version) from attribution_rules where project_id = ${projectId}) as node_of_project`;

const keyOf = (projectId: string, name: string) => sql`hashtextextended(${`${name} ${projectId}`}, 0)`;

/** Waits for what others do to the project under this name, until the transaction ends; with `shared` side by side. */
export async function lockByName(
  tx: Tx,
  { projectId, name, shared = false }: { projectId: string; name: string; shared?: boolean },
): Promise<void> {
  const key = keyOf(projectId, name);
  const lock = shared ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`;
  await sql`select ${lock} from ${nodeOf(projectId)}`.execute(tx);
}

/** The same lock without waiting: whether it was free. */
export async function tryLockByName(
  tx: Tx,
  { projectId, name }: { projectId: string; name: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(projectId, name)}) as is_free from ${nodeOf(projectId)}`.execute(
    tx,
  );
  return rows[0]?.is_free ?? false;
}
