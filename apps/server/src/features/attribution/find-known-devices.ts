import type { KnownDevice } from '@trailmark/core/attribution/decision';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

export interface DeviceKey {
  n: number;
  project_id: string;
  install_id: string;
  /** An open by a link asks about this very install, a first open about others of the same device. */
  itself: boolean;
  advertising_id: string | null;
  vendor_id: string | null;
  user_id: string | null;
}

interface KnownRow {
  n: number;
  install_id: string;
  installed_at: Date;
  campaign_id: string;
  link_id: string;
  network: string;
  ad_set: string | null;
  creative: string | null;
  last_active_at: Date | null;
}

const nullIfNone = (id: string) => (id === NO_ID ? null : id);

/** What is known of each device from before, by its ids or the user; the latest install of several. */
export async function findKnownDevices(tx: Tx, keys: DeviceKey[]): Promise<Map<number, KnownDevice>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<KnownRow>`
    with k as (
      select * from json_to_recordset(${JSON.stringify(keys)}::json) as k (n int, project_id uuid,
        install_id text, itself boolean, advertising_id text, vendor_id text, user_id text)
    ), ids as (
      select n, project_id, install_id from k where itself
      union
      select k.n, i.project_id, i.install_id from k join installs i on i.project_id = k.project_id
        and i.advertising_id = k.advertising_id and i.install_id <> k.install_id where not k.itself
      union
      select k.n, i.project_id, i.install_id from k join installs i on i.project_id = k.project_id
        and i.vendor_id = k.vendor_id and i.install_id <> k.install_id where not k.itself
      union
      select k.n, i.project_id, i.install_id from k join installs i on i.project_id = k.project_id
        and i.user_id = k.user_id and i.install_id <> k.install_id where not k.itself
    )
    select distinct on (ids.n) ids.n, i.install_id, i.installed_at, i.campaign_id, i.link_id, i.network,
      l.ad_set, l.creative,
      (select max(d.local_date) from person_days d where d.project_id = i.project_id
        and d.install_id = i.install_id)::timestamp at time zone p.timezone as last_active_at
    from ids
    join installs i on i.project_id = ids.project_id and i.install_id = ids.install_id
    join projects p on p.project_id = i.project_id
    left join links l on l.project_id = i.project_id and l.id = i.link_id
    where i.installed_at is not null
    order by ids.n, i.installed_at desc, i.install_id`.execute(tx);
  const known = new Map<number, KnownDevice>();
  for (const row of rows) {
    const projectId = keys.find(({ n }) => n === row.n)?.project_id ?? '';
    known.set(row.n, {
      installId: row.install_id,
      installedAt: row.installed_at.toISOString(),
      lastActiveAt: (await lastActive(tx, projectId, row)).toISOString(),
      campaignId: nullIfNone(row.campaign_id),
      linkId: nullIfNone(row.link_id),
      network: row.network,
      adSet: row.ad_set,
      creative: row.creative,
    });
  }
  return known;
}

/** The exact instant, looked for only on the last active day, so that few partitions are opened. */
async function lastActive(tx: Tx, projectId: string, row: KnownRow): Promise<Date> {
  if (!row.last_active_at) return row.installed_at;
  const { rows } = await sql<{ at: Date | null }>`
    select max(occurred_at) as at from events
    where project_id = ${projectId} and install_id = ${row.install_id}
      and occurred_at >= ${row.last_active_at}
      and occurred_at < ${new Date(row.last_active_at.getTime() + 26 * 3_600_000)}`.execute(tx);
  return rows[0]?.at ?? row.last_active_at;
}
