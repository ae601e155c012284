import { sql } from 'kysely';
import { isVisibleUse, type Reader } from '../../access/visible-people-statement.ts';
import type { Db } from '../../db/connection.ts';

/** The ids under which a device or a person is met. */
export interface Device {
  installIds: string[];
  advertisingIds: string[];
}

const MOST_INSTALLS = 100;

/**
 * What belongs to an install, user, or advertising id; an id that nobody has yet is returned as it is. A guest cannot
 * find out by it whose device it is.
 */
export async function findDevice(db: Db, reader: Reader, text: string): Promise<Device> {
  const { projectId, scope } = reader;
  const isUse = isVisibleUse(reader, { installId: sql.ref('u.install_id'), userId: sql.val(text) });
  const isCredited = scope.all ? sql`true` : sql`campaign_id = any(${scope.campaigns}::uuid[])`;
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  const { rows } = await sql<{ install_id: string; advertising_id: string | null }>`
    select i.install_id, i.advertising_id from installs i
    where i.project_id = ${projectId} and i.install_id in (
      select install_id from installs
        where project_id = ${projectId} and install_id = ${text} and ${isCredited}
      union select install_id from installs
        where project_id = ${projectId} and advertising_id = any(${spellings}::text[]) and ${isCredited}
      union select install_id from installs
        where project_id = ${projectId} and vendor_id = any(${spellings}::text[]) and ${isCredited}
      union select u.install_id from installs u
        where u.project_id = ${projectId} and u.user_id = ${text} and ${isUse}
      union select u.install_id from person_installs u
        where u.project_id = ${projectId} and u.user_id = ${text} and ${isUse})
    order by coalesce(i.installed_at, i.first_seen_at) desc limit ${MOST_INSTALLS}`.execute(db);
  const advertisingIds = rows.flatMap((row) => row.advertising_id ?? []);
  return {
    installIds: [text, ...rows.map((row) => row.install_id)],
    advertisingIds: [...spellings, ...advertisingIds],
  };
}
