import type { CampaignAccess } from '@trailmark/contract/sharing';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';

/** One campaign and one address. */
export interface Share {
  projectId: string;
  campaignId: string;
  email: string;
}

export async function findCampaignName(db: Db | Tx, projectId: string, campaignId: string) {
  const row = await db
    .selectFrom('campaigns')
    .select('name')
    .where('project_id', '=', projectId)
    .where('id', '=', campaignId)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The role of an address that is invited, held so that the invite is neither answered nor taken back meanwhile. */
export async function holdInvite(tx: Tx, { projectId, email }: Share, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('project_invites')
    .select('role')
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
  return row?.role ?? null;
}

/** The role of a member, held likewise. */
export async function holdMember(tx: Tx, { projectId, email }: Share): Promise<string | null> {
  const row = await tx
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.role')
    .where('m.project_id', '=', projectId)
    .where('u.email', '=', email)
    .forShare('m')
    .executeTakeFirst();
  return row?.role ?? null;
}

interface NewShare extends Share {
  access: CampaignAccess;
  sharedBy: string;
}

/** false when the campaign is shared with the address already. */
export async function insertShare(tx: Tx, now: Date, share: NewShare): Promise<boolean> {
  const row = await tx
    .insertInto('campaign_members')
    .values({
      project_id: share.projectId,
      campaign_id: share.campaignId,
      email: share.email,
      access: share.access,
      shared_by: share.sharedBy,
      shared_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
}

export async function lockShare(tx: Tx, { projectId, campaignId, email }: Share) {
  const row = await tx
    .selectFrom('campaign_members')
    .select('access')
    .where('project_id', '=', projectId)
    .where('campaign_id', '=', campaignId)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  return (row?.access ?? null) as CampaignAccess | null;
}

export async function updateShare(tx: Tx, { projectId, campaignId, email }: Share, access: CampaignAccess) {
  await tx
    .updateTable('campaign_members')
    .set({ access })
    .where('project_id', '=', projectId)
    .where('campaign_id', '=', campaignId)
    .where('email', '=', email)
    .execute();
}

export async function deleteShare(tx: Tx, { projectId, campaignId, email }: Share): Promise<void> {
  await tx
    .deleteFrom('campaign_members')
    .where('project_id', '=', projectId)
    .where('campaign_id', '=', campaignId)
    .where('email', '=', email)
    .execute();
}

export interface CampaignMemberRow {
  user_id: string | null;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: string;
  /** null: it is not shared with them, their role opens it. */
  access: CampaignAccess | null;
  shared_at: Date | null;
}

/** Who can open a campaign: members whose role opens all, by joining time, then whom it is shared with. */
export async function listCampaignMemberRows(
  db: Db | Tx,
  projectId: string,
  campaignId: string,
): Promise<CampaignMemberRow[]> {
  const { rows } = await sql<CampaignMemberRow>`
    select m.user_id, u.email, u.first_name, u.last_name, m.role, null as access, null::timestamptz as shared_at,
      m.joined_at as since
    from project_members m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and m.role <> 'guest'
    union all
    select m.user_id, s.email, m.first_name, m.last_name, 'guest', s.access, s.shared_at, s.shared_at
    from campaign_members s
    left join (
      select m.project_id, m.user_id, u.email, u.first_name, u.last_name
      from project_members m join users u on u.id = m.user_id where m.role = 'guest'
    ) m on m.project_id = s.project_id and m.email = s.email
    where s.project_id = ${projectId} and s.campaign_id = ${campaignId}
    order by shared_at nulls first, since, email`.execute(db);
  return rows;
}
