import { sql } from 'kysely';
import { announce } from '../../db/changes.ts';
import type { Db } from '../../db/connection.ts';

/** A watch that is not renewed ends by itself: its process may be gone. */
const WATCH_SECONDS = 45;
export const RENEW_MS = 15_000;

interface Watch {
  projectId: string;
  watcher: string;
}

/** By the time of the database, which is one for all processes. */
export async function keepWatches(db: Db, watches: Watch[]): Promise<void> {
  await sql`
    insert into live_watches (project_id, watcher, watched_until)
    select p, w, now() + make_interval(secs => ${WATCH_SECONDS})
    from json_to_recordset(${JSON.stringify(watches.map(({ projectId, watcher }) => ({ p: projectId, w: watcher })))}::json)
      as r (p uuid, w uuid)
    order by p, w
    on conflict (project_id, watcher) do update set watched_until = excluded.watched_until`.execute(db);
}

/** Begins a watch, and tells those who store. */
export async function beginWatch(db: Db, watch: Watch): Promise<void> {
  await keepWatches(db, [watch]);
  await announce(db, { kind: 'watches', projectId: watch.projectId });
}

export async function endWatch(db: Db, { projectId, watcher }: Watch): Promise<void> {
  await db
    .deleteFrom('live_watches')
    .where('project_id', '=', projectId)
    .where('watcher', '=', watcher)
    .execute();
  await announce(db, { kind: 'watches', projectId });
}

/** The projects that somebody watches just now. */
export async function listWatched(db: Db): Promise<string[]> {
  const rows = await sql<{ project_id: string }>`
    select distinct project_id from live_watches where watched_until > now()`.execute(db);
  return rows.rows.map((row) => row.project_id);
}
