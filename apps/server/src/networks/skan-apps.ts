import { sql } from 'kysely';
import { allProjects } from '../db/all-projects.ts';
import type { Db, Tx } from '../db/connection.ts';

/** As Apple's numbers are exact in JSON; a listing may hold a longer one, which no postback names. */
const APP_NUMBER = /^\d{1,15}$/;

/**
 * Settles which project the postbacks of an app belong to: the one whose store listing of it is the oldest. The app
 * stays with the project that has it, as long as that has a listing of it.
 */
export async function settleSkanApps(tx: Tx | Db, appIds: (string | null)[]): Promise<void> {
  const apps = [...new Set(appIds)].filter((id): id is string => id !== null && APP_NUMBER.test(id)).sort();
  if (apps.length === 0) return;
  const { rows: listed } = await sql<{ app_id: string; project_id: string }>`${allProjects}
    select app_id, project_id from store_listings where platform = 'IOS' and app_id = any(${apps})
    order by app_id, created_at, project_id`.execute(tx);
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
