import { Instant, StorableId } from '@trailmark/contract/fields';
import type { AttributedUser } from '@trailmark/contract/server-api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import { createCursor } from '../../platform/cursor.ts';

interface Row {
  install_id: string;
  user_id: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  platform: string;
  country: string;
  advertising_id: string | null;
  kind: 'install' | 'reinstall';
  match_type: string;
  network: string;
  ad_set: string | null;
  creative: string | null;
  verdict: string;
  installed_at: Date;
  touched_at: Date | null;
  credited_from: Date | null;
}

const installCursor = createCursor(z.tuple([Instant, StorableId]));

const cursorOf = ({ installed_at, install_id }: Row) =>
  installCursor.write([installed_at.toISOString(), install_id]);

function presentUser(row: Row): AttributedUser {
  return {
    install_instance_id: row.install_id,
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    platform: row.platform,
    country: row.country || null,
    advertising_id: row.advertising_id,
    kind: row.kind,
    match_type: row.match_type,
    ad_network: row.network === 'NONE' ? null : row.network,
    ad_set: row.ad_set,
    creative: row.creative,
    verdict: row.verdict,
    installed_at: row.installed_at.toISOString(),
    store_click_at: row.touched_at?.toISOString() ?? null,
    attributed_at: (row.credited_from ?? row.installed_at).toISOString(),
  };
}

async function getCampaignId(db: Db, projectId: string, displayId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from campaigns
    where project_id = ${projectId} and lower(display_id) = lower(${displayId})`.execute(db);
  if (!rows[0]) throw new AppError('not_found', 'We couldn’t find this campaign.');
  return rows[0].id;
}

interface AttributedFilter {
  projectId: string;
  displayId: string;
  from: Date | null;
  to: Date | null;
  cursor: string | undefined;
  page: number;
  limit: number;
}

/** The installs that a campaign is credited with now, newest first. */
export async function listAttributed(db: Db, filter: AttributedFilter) {
  const { projectId, from, to, limit } = filter;
  const campaignId = await getCampaignId(db, projectId, filter.displayId);
  const before = installCursor.read(filter.cursor);
  const { rows } = await sql<Row>`
    select i.install_id, i.user_id, p.name, p.email, p.phone, i.platform, i.country, i.advertising_id, i.kind,
      coalesce(i.match_type, 'organic') as match_type, i.network, l.ad_set, l.creative, i.verdict, i.installed_at,
      i.touched_at, i.credited_from
    from installs i
    left join people p on p.project_id = i.project_id and p.user_id = i.user_id
    left join links l on l.project_id = i.project_id and l.id = i.link_id
    where i.project_id = ${projectId} and i.campaign_id = ${campaignId} and i.installed_at is not null
      ${from ? sql`and i.installed_at >= ${from}` : sql``}
      ${to ? sql`and i.installed_at < ${to}` : sql``}
      ${before ? sql`and (i.installed_at, i.install_id) < (${before[0]}::timestamptz, ${before[1]})` : sql``}
    order by i.installed_at desc, i.install_id desc
    limit ${limit + 1} offset ${(filter.page - 1) * limit}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(presentUser),
    next_cursor: rows.length > limit && last ? cursorOf(last) : null,
  };
}
