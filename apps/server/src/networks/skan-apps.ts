import { sql } from 'kysely';
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
  await sql`
    delete from skan_apps a where a.app_id = any(${apps}::bigint[]) and not exists (
      select 1 from store_listings s
      where s.project_id = a.project_id and s.platform = 'IOS' and s.app_id = a.app_id::text)`.execute(tx);
  await sql`
    insert into skan_apps (app_id, project_id)
    select distinct on (s.app_id) s.app_id::bigint, s.project_id from store_listings s
    where s.platform = 'IOS' and s.app_id = any(${apps})
    order by s.app_id, s.created_at, s.project_id
    on conflict (app_id) do nothing`.execute(tx);
}
