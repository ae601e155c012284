import { ORGANIC } from '@trailmark/contract/networks';
import type { AttributionResult } from '@trailmark/contract/server-api';
import { advertisingId } from '@trailmark/core/referrers/ids';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

interface Row {
  install_id: string;
  user_id: string | null;
  network: string;
  match_type: string;
  display_id: string | null;
  campaign_name: string | null;
  ad_set: string | null;
  creative: string | null;
  keyword: string | null;
  deep_link: string | null;
  installed_at: Date;
  touched_at: Date | null;
}

/** Who is meant: a device by any of its ids, or a user. */
type Whom = { device: string } | { user: string };

const byDevice = (projectId: string, given: string) => {
  // An advertising id is known in one spelling only.
  const id = advertisingId(given) ?? given;
  return sql`
    select install_id from installs where project_id = ${projectId} and install_id = ${given}
    union select install_id from installs where project_id = ${projectId} and advertising_id = ${id}
    union select install_id from installs where project_id = ${projectId} and vendor_id = ${id}`;
};

const byUser = (projectId: string, user: string) =>
  sql`select install_id from person_installs where project_id = ${projectId} and user_id = ${user}`;

/** Who brought the latest install of somebody; null when none is known. */
export async function findResult(db: Db, projectId: string, whom: Whom): Promise<AttributionResult | null> {
  const ids = 'device' in whom ? byDevice(projectId, whom.device) : byUser(projectId, whom.user);
  const { rows } = await sql<Row>`
    select i.install_id, i.user_id, i.network, coalesce(i.match_type, 'organic') as match_type, c.display_id,
      c.name as campaign_name, coalesce(l.ad_set, d.ad_set) as ad_set,
      coalesce(l.creative, d.creative) as creative, k.params ->> 'utm_term' as keyword, i.deep_link,
      i.installed_at, i.touched_at
    from (${ids}) n
    join installs i on i.project_id = ${projectId} and i.install_id = n.install_id
    left join campaigns c on c.project_id = i.project_id and c.id = i.campaign_id
    left join links l on l.project_id = i.project_id and l.id = i.link_id
    left join lateral (
      select touch_id, touched_at, receipt #>> '{decision,adSet}' as ad_set,
        receipt #>> '{decision,creative}' as creative
      from decisions_in_force where project_id = ${projectId} and install_id = i.install_id and moves_credit
      order by in_force_from desc, revision desc limit 1) d on true
    left join lateral (
      select params from clicks where project_id = ${projectId} and id = d.touch_id
        and clicked_at = d.touched_at) k on true
    where i.installed_at is not null
    order by i.installed_at desc, i.install_id limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const isOrganic = row.network === ORGANIC;
  return {
    install_instance_id: row.install_id,
    user_id: row.user_id,
    attribution_type: isOrganic ? 'ORGANIC' : 'INORGANIC',
    match_type: row.match_type,
    ad_network: isOrganic || row.network === 'NONE' ? null : row.network,
    campaign_id: row.display_id,
    campaign_name: row.campaign_name,
    ad_set: row.ad_set,
    creative: row.creative,
    keyword: row.keyword,
    deeplink: row.deep_link,
    installed_at: row.installed_at.toISOString(),
    store_click_at: row.touched_at?.toISOString() ?? null,
  };
}
