import { type SqlBool, sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { type CampaignSelection, matching } from '../../report/campaign-selection.ts';
import { dailyRollups } from '../../rollups/daily-rollups.ts';
import type { CampaignColumns } from './campaign-fields.ts';

function campaigns(db: Db | Tx, projectId: string, scope: CampaignScope) {
  const query = db
    .selectFrom('campaigns as c')
    .innerJoin('links as l', (join) =>
      join
        .onRef('l.project_id', '=', 'c.project_id')
        .onRef('l.campaign_id', '=', 'c.id')
        .on('l.is_default', '=', true),
    )
    .leftJoin('users as u', 'u.id', 'c.created_by')
    .selectAll('c')
    .select(['l.id as default_link_id', 'l.slug as default_slug', 'u.email as creator_email'])
    .select((eb) =>
      eb
        .selectFrom('links as n')
        .where('n.project_id', '=', projectId)
        .whereRef('n.campaign_id', '=', 'c.id')
        .select(sql<number>`count(*)`.as('count'))
        .as('links_count'),
    )
    .where('c.project_id', '=', projectId);
  return scope.all ? query : query.where(sql<SqlBool>`c.id = any(${scope.campaigns}::uuid[])`);
}

export async function findCampaignRow(
  db: Db | Tx,
  { projectId, campaignId, scope }: { projectId: string; campaignId: string; scope: CampaignScope },
) {
  return await campaigns(db, projectId, scope).where('c.id', '=', campaignId).executeTakeFirst();
}

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaignRow>>>;

/** Newest first: ids are made from time, so they are the order and the cursor. */
export async function listCampaignRows(
  db: Db,
  { before, limit, ...selection }: CampaignSelection & { before?: string | undefined; limit: number },
) {
  let query = campaigns(db, selection.projectId, selection.scope).where(matching(selection));
  if (before) query = query.where('c.id', '<', before);
  return await query.orderBy('c.id', 'desc').limit(limit).execute();
}

/** Campaigns by their ids, in that order. */
export async function getCampaignRows(
  db: Db | Tx,
  { projectId, ids, scope }: { projectId: string; ids: string[]; scope: CampaignScope },
): Promise<CampaignRow[]> {
  const rows = await campaigns(db, projectId, scope)
    .where(sql<SqlBool>`c.id = any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The campaign, locked: nobody else changes it or adds a link meanwhile. */
export async function lockCampaign(tx: Tx, projectId: string, campaignId: string) {
  return await tx
    .selectFrom('campaigns')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedCampaign = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>;

interface NewCampaign {
  projectId: string;
  id: string;
  displayId: string;
  createdBy: string | null;
  columns: CampaignColumns;
}

/** false when the display id is taken. */
export async function insertCampaign(tx: Tx, now: Date, campaign: NewCampaign): Promise<boolean> {
  const inserted = await tx
    .insertInto('campaigns')
    .values({
      ...campaign.columns,
      project_id: campaign.projectId,
      id: campaign.id,
      display_id: campaign.displayId,
      created_by: campaign.createdBy,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The platform of a store listing of the project, locked so that it stays while a campaign takes it. */
export async function findListingPlatform(tx: Tx, projectId: string, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('store_listings')
    .select('platform')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row?.platform ?? null;
}

export async function listListings(db: Db, projectId: string, ids: string[]) {
  return await db
    .selectFrom('store_listings')
    .select(['id', 'platform', 'name', 'url'])
    .where('project_id', '=', projectId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('platform')
    .execute();
}

/** Installs and reinstalls of each campaign, from the first day to the last. */
export async function countInstalls(db: Db, projectId: string, ids: string[]): Promise<Map<string, number>> {
  const rows = await dailyRollups(db, projectId, { from: '0001-01-01', to: '9999-12-31' })
    .select((eb) => ['r.campaign_id', eb.fn.sum<string>('r.count').as('count')])
    .where('r.metric', 'in', ['installs', 'reinstalls'])
    .where(sql<SqlBool>`r.campaign_id = any(${ids}::uuid[])`)
    .groupBy('r.campaign_id')
    .execute();
  return new Map(rows.map((row) => [row.campaign_id, Number(row.count)]));
}

/** The day of the first click of a campaign. Rollups know it, which outlive the clicks. */
export async function findFirstClickDay(
  db: Db,
  projectId: string,
  campaignId: string,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select local_date from rollup_days
        where project_id = ${projectId} and campaign_id = ${campaignId} and metric = 'clicks' and count > 0
        order by local_date limit 1),
      (select min(local_date) from rollup_deltas
        where project_id = ${projectId} and campaign_id = ${campaignId} and metric = 'clicks')
    )::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Tables that hold what was measured; rollups outlive the rows they were counted from. */
const MEASURED = [
  ...(['installs', 'decisions', 'rollup_deltas', 'rollup_days', 'clicks', 'impressions'] as const),
  'spend_days',
] as const;
/** Codes are handed out for a campaign before anything is measured. */
const OF_CAMPAIGNS = [...MEASURED, 'coupon_pools'] as const;

/** Whether anything was ever measured for a campaign or a link, or can be without a link. */
export async function isMeasured(
  tx: Tx,
  projectId: string,
  of: { column: 'campaign_id' | 'link_id'; id: string },
): Promise<boolean> {
  for (const table of of.column === 'campaign_id' ? OF_CAMPAIGNS : MEASURED) {
    const found = await sql`
      select 1 from ${sql.table(table)}
      where project_id = ${projectId} and ${sql.ref(of.column)} = ${of.id} limit 1`.execute(tx);
    if (found.rows.length > 0) return true;
  }
  return false;
}

/** Removes a campaign and its links; their slugs are free again, and ads that were matched to it belong to nobody. */
export async function removeCampaign(tx: Tx, projectId: string, campaignId: string): Promise<void> {
  await sql`update network_ads set campaign_id = null, link_id = null, matched_by = null
    where project_id = ${projectId} and campaign_id = ${campaignId}`.execute(tx);
  const links = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('campaign_id', '=', campaignId)
    .execute();
  await sql`delete from slugs where project_id = ${projectId}
    and link_id = any(${links.map(({ id }) => id)}::uuid[])`.execute(tx);
  await tx.deleteFrom('campaigns').where('project_id', '=', projectId).where('id', '=', campaignId).execute();
}
