import type { Role } from '@trailmark/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Membership, SharedCampaign } from './caller.ts';

interface Row {
  role: Role;
  is_deleted: boolean;
  shared: SharedCampaign[] | null;
}

/** A person's membership of a project, with the campaigns that are shared with a guest; null without one. */
export async function findMembership(
  db: Db,
  userId: string,
  projectId: string,
): Promise<{ membership: Membership; isDeleted: boolean } | null> {
  // Only guests have shares: other members see every campaign.
  const { rows } = await sql<Row>`
    select m.role, p.deleted_at is not null as is_deleted,
      case when m.role = 'guest' then (
        select json_agg(json_build_object('campaignId', s.campaign_id, 'access', s.access) order by s.campaign_id)
        from campaign_members s where s.project_id = ${projectId} and s.email = u.email
      ) end as shared
    from project_members m
    join projects p on p.project_id = m.project_id
    join users u on u.id = m.user_id
    where m.project_id = ${projectId} and m.user_id = ${userId}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return { membership: { projectId, role: row.role, shared: row.shared ?? [] }, isDeleted: row.is_deleted };
}

/** The campaign of a link; null when the project has no such link. */
export async function findCampaignOfLink(db: Db, projectId: string, linkId: string): Promise<string | null> {
  const row = await db
    .selectFrom('links')
    .select('campaign_id')
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .executeTakeFirst();
  return row?.campaign_id ?? null;
}
