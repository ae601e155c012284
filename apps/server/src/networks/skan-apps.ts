import { sql } from 'kysely';
import { allProjects } from '../db/all-projects.ts';
import type { Db, Tx } from '../db/connection.ts';

/** As Apple's numbers are exact in JSON; a listing may hold a longer one, which no postback names. */
const APP_NUMBER = /^\d{1,15}$/;

/**
 * Settles which project the postbacks of an app belong to: the one whose store listing of it is the oldest. The app
 * stays with the project that has it, as long as that has a listing of it and is not deleted.
 */
export async function settleSkanApps(tx: Tx | Db, appIds: (string | null)[]): Promise<void> {
  const apps = [...new Set(appIds)].filter((id): id is string => id !== null && APP_NUMBER.test(id)).sort();
  if (apps.length === 0) return;
  const { rows: listed } = await sql<{ app_id: string; project_id: string }>`${allProjects}
    select s.app_id, s.project_id from store_listings s
    join projects p on p.project_id = s.project_id and p.deleted_at is null
    where s.platform = 'IOS' and s.app_id = any(${apps})
    order by s.app_id, s.created_at, s.project_id`.execute(tx);
  const ids = sql`${listed.map((row) => row.app_id)}::bigint[], ${listed.map((row) => row.project_id)}::uuid[]`;
  await sql`
    delete from skan_apps where app_id = any(${apps}::bigint[])
      and (app_id, project_id) not in (select * from unnest(${ids}))`.execute(tx);
  const first = new Map(listed.toReversed().map((row) => [row.app_id, row.project_id]));
  await sql`
    insert into skan_apps (app_id, project_id)
    select * from unnest(${[...first.keys()]}::bigint[], ${[...first.values()]}::uuid[]) r order by 1
    on conflict (app_id) do nothing`.execute(tx);
}

/** Settles the apps that a project lists, when it is deleted or restored. */
export async function settleSkanAppsOf(tx: Tx, projectId: string): Promise<void> {
  const { rows } = await sql<{ app_id: string | null }>`
    select app_id from store_listings where project_id = ${projectId} and platform = 'IOS'`.execute(tx);
  await settleSkanApps(
    tx,
    rows.map(({ app_id }) => app_id),
  );
}
