import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { nodeOf } from '../db/lock-by-name.ts';
import { job } from '../jobs/runner.ts';
import { rebuildRollups } from './rebuild.ts';

const PAUSE_MS = 100;

/** Each node of a cluster numbers its transactions by itself; null for the address where there is no network between. */
const NODE = sql`concat(inet_server_addr(), ' ', inet_server_port()) as node`;

/** Waits until every transaction that began before is over: one of them may still count by the old zone. */
async function waitForOlder(db: Db, projectId: string): Promise<void> {
  const { rows } = await sql<{ xid: string; node: string }>`
    select pg_current_xact_id()::text as xid, ${NODE} from ${nodeOf(projectId)}`.execute(db);
  const [begun] = rows;
  for (;;) {
    const { rows: seen } = await sql<{ is_over: boolean; node: string }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${begun?.xid ?? '0'}::xid8 as is_over, ${NODE}
      from ${nodeOf(projectId)}`.execute(db);
    // The project has moved: a move waits for all that write, but what came since is numbered there.
    if (seen[0]?.node !== begun?.node) return await waitForOlder(db, projectId);
    if (seen[0]?.is_over) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Counts a project again in its zone as it is now, as far back as there are raw rows. */
export const refoldProject = job('refold-project', async ({ db, log }, payload) => {
  const { project_id } = payload as { project_id: string };
  const begun = await db
    .selectFrom('refolds')
    .select('started_at')
    .where('project_id', '=', project_id)
    .executeTakeFirst();
  if (!begun) return;
  await waitForOlder(db, project_id);
  await rebuildRollups(db, project_id);
  // A change that came meanwhile has a job of its own.
  await db
    .deleteFrom('refolds')
    .where('project_id', '=', project_id)
    .where('started_at', '=', begun.started_at)
    .execute();
  log.info({ project_id }, 'counted a project again in its zone');
});
