import { sql } from 'kysely';
import { allProjects, rowsOfAll } from '../../db/all-projects.ts';
import { announce } from '../../db/changes.ts';
import type { Db } from '../../db/connection.ts';
import { byProject } from '../../pipeline/by-project.ts';
import type { Kit } from '../../platform/kit.ts';

/** A watch that is not renewed ends by itself: its process may be gone. */
const WATCH_SECONDS = 45;
export const RENEW_MS = 15_000;

interface Watch {
  projectId: string;
  watcher: string;
}

/** By the time of the database, which is one for all processes. */
export async function keepWatches(db: Db, watches: Watch[]): Promise<void> {
  for (const [projectId, own] of byProject(watches, (watch) => watch.projectId)) {
    await sql`
      insert into live_watches (project_id, watcher, watched_until)
      select ${projectId}::uuid, w.watcher, now() + make_interval(secs => ${WATCH_SECONDS})
      from unnest(${own.map(({ watcher }) => watcher)}::uuid[]) as w (watcher)
      order by w.watcher
      on conflict (project_id, watcher) do update set watched_until = excluded.watched_until`.execute(db);
  }
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
export async function listWatched(kit: Pick<Kit, 'db' | 'log'>): Promise<string[]> {
  const watched = sql<{ project_id: string }>`${allProjects}
    select distinct project_id from live_watches where watched_until > now()`;
  return (await rowsOfAll(kit, watched)).map((row) => row.project_id);
}
