import { sql } from 'kysely';
import { allProjects, rowsOfAll } from '../../db/all-projects.ts';
import type { Db } from '../../db/connection.ts';
import type { Kit } from '../../platform/kit.ts';

const BATCH = 10_000;

/** A table whose rows have a project and an age; with `key` they are unique. */
export interface AgingTable {
  table:
    | 'clicks'
    | 'impressions'
    | 'events'
    | 'click_days'
    | 'person_days'
    | 'visits'
    | 'event_keys'
    | 'signed_answers'
    | 'touch_uses'
    | 'payment_removals'
    | 'deliveries'
    | 'delivery_batches'
    | 'sent_installs'
    | 'skan_values'
    | 'skan_postbacks'
    | 'skan_days';
  time: string;
  /** The other columns of the key, separated by commas. */
  key: string;
}

/** Projects that have something older than this. */
export async function listProjectsWithExpired(
  kit: Pick<Kit, 'db' | 'log'>,
  { table, time }: AgingTable,
  before: Date,
): Promise<string[]> {
  const expired = sql<{ project_id: string }>`${allProjects}
    select distinct project_id from ${sql.table(table)} where ${sql.ref(time)} < ${before}
    order by project_id`;
  const rows = await rowsOfAll(kit, expired);
  return rows.map((row) => row.project_id);
}

/**
 * Deletes what a project has from before an instant or a day. Each statement is short, so that nobody waits
 * long for what it locks, and names the project, so that it goes to one node of a cluster.
 */
export async function deleteInBatches(
  db: Db,
  { table, time, key }: AgingTable,
  { projectId, before }: { projectId: string; before: Date | string },
): Promise<number> {
  const columns = sql.raw(`${time}, ${key}`);
  const isOld = sql`project_id = ${projectId} and ${sql.ref(time)} < ${before}`;
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${isOld} and (${columns}) in
        (select ${columns} from ${sql.table(table)} where ${isOld} limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return deleted;
  }
}
