import { sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import type { Db, Tx } from '../../db/connection.ts';

/** The hosts on which the project's links work too. */
export async function listHosts(db: Db | Tx, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('link_hosts')
    .select('host')
    .where('project_id', '=', projectId)
    .orderBy('host')
    .execute();
  return rows.map((row) => row.host);
}

/** The default link first, then by age. */
export async function listLinkRows(db: Db | Tx, projectId: string, campaignId: string) {
  return await db
    .selectFrom('links')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('campaign_id', '=', campaignId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
}

export type LinkRow = Awaited<ReturnType<typeof listLinkRows>>[number];

export async function findLinkRow(
  db: Db | Tx,
  { projectId, linkId, scope }: { projectId: string; linkId: string; scope: CampaignScope },
): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('links')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .executeTakeFirst();
  if (!row) return null;
  return scope.all || scope.campaigns.includes(row.campaign_id) ? row : null;
}

interface LinkSearch {
  projectId: string;
  scope: CampaignScope;
  limit: number;
}

/** Links of all campaigns that somebody may see. */
function linksInScope(db: Db, { projectId, scope, limit }: LinkSearch) {
  return db
    .selectFrom('links as l')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.project_id', '=', 'l.project_id').onRef('c.id', '=', 'l.campaign_id'),
    )
    .select(['l.id', 'l.name', 'l.slug', 'l.active', 'l.campaign_id', 'c.name as campaign_name'])
    .where('l.project_id', '=', projectId)
    .$if(!scope.all, (links) =>
      links.where(sql<boolean>`l.campaign_id = any(${scope.all ? [] : scope.campaigns}::uuid[])`),
    )
    .limit(limit);
}

/** By a part of a name or slug, or a whole short link; an exact slug first. */
export async function findLinkRows(db: Db, search: string, options: LinkSearch) {
  const slug = /^https?:\/\/[^/]+\/(?:l\/)?([\w-]+)/.exec(search)?.[1] ?? search;
  const like = `%${slug.replace(/[\\%_]/g, '\\$&')}%`;
  return await linksInScope(db, options)
    .where((eb) => eb.or([eb('l.name', 'ilike', like), eb('l.slug', 'ilike', like)]))
    .orderBy((eb) => eb('l.slug', '=', slug), 'desc')
    .orderBy('l.name')
    .orderBy('l.id')
    .execute();
}

/** All links of an ad set or a creative, in whichever campaigns, but for archived ones. */
export async function listLinksOfPart(
  db: Db,
  { part, name }: { part: 'ad_set' | 'creative'; name: string },
  options: LinkSearch,
) {
  return await linksInScope(db, options)
    .where(`l.${part}`, '=', name)
    .where('c.archived_at', 'is', null)
    .orderBy('l.id')
    .execute();
}

export async function lockLinks(tx: Tx, projectId: string, linkIds: readonly string[]): Promise<LinkRow[]> {
  return await tx
    .selectFrom('links')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id = any(${linkIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function lockLink(tx: Tx, projectId: string, linkId: string): Promise<LinkRow | null> {
  const row = await tx
    .selectFrom('links')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function countLinks(tx: Tx, projectId: string, campaignId: string): Promise<number> {
  const row = await tx
    .selectFrom('links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Takes a slug for a link; false when any project has it. */
export async function insertSlug(
  tx: Tx,
  now: Date,
  { slug, projectId, linkId }: { slug: string; projectId: string; linkId: string },
): Promise<boolean> {
  const taken = await tx
    .insertInto('slugs')
    .values({ slug, project_id: projectId, link_id: linkId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('slug')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function insertLinkRow(tx: Tx, row: Omit<LinkRow, 'active'>): Promise<void> {
  await tx.insertInto('links').values(row).execute();
}

/** Ads of a network that were matched to it are still its campaign's. */
export async function removeLink(tx: Tx, link: LinkRow): Promise<void> {
  await sql`update network_ads set link_id = null
    where project_id = ${link.project_id} and link_id = ${link.id}`.execute(tx);
  await tx
    .deleteFrom('slugs')
    .where('slug', '=', link.slug)
    .where('project_id', '=', link.project_id)
    .execute();
  await tx.deleteFrom('links').where('project_id', '=', link.project_id).where('id', '=', link.id).execute();
}

/** All that the way of a visitor of the default link depends on; a project's own store pages stand in. */
export async function findDefaultTarget(db: Db, projectId: string, campaignId: string) {
  return await db
    .selectFrom('campaigns as c')
    .innerJoin('projects as p', 'p.project_id', 'c.project_id')
    .innerJoin('links as l', (join) =>
      join
        .onRef('l.project_id', '=', 'c.project_id')
        .onRef('l.campaign_id', '=', 'c.id')
        .on('l.is_default', '=', true),
    )
    .leftJoin('store_listings as i', (join) =>
      join.onRef('i.project_id', '=', 'c.project_id').onRef('i.id', '=', 'c.ios_store_listing_id'),
    )
    .leftJoin('store_listings as a', (join) =>
      join.onRef('a.project_id', '=', 'c.project_id').onRef('a.id', '=', 'c.android_store_listing_id'),
    )
    .select(['c.project_id', 'c.id as campaign_id', 'c.display_id', 'c.network', 'c.archived_at'])
    .select(['c.active as campaign_active', 'c.expires_at as campaign_expires_at', 'c.deep_link', 'c.utm'])
    .select(['c.desktop_redirect', 'c.ios_web_redirect', 'c.android_web_redirect', 'c.passthrough'])
    .select(['l.id as link_id', 'l.slug', 'l.active as link_active', 'l.expires_at as link_expires_at'])
    .select(['p.name as project_name', 'p.website'])
    .select((eb) => [
      eb.fn.coalesce('i.url', 'p.app_store_link').as('ios_store'),
      eb.fn.coalesce('a.url', 'p.play_store_link').as('android_store'),
    ])
    .where('c.project_id', '=', projectId)
    .where('c.id', '=', campaignId)
    .executeTakeFirst();
}

export type TargetRow = NonNullable<Awaited<ReturnType<typeof findDefaultTarget>>>;

/** What a draft leads to beyond itself: the project's own pages, and the listings that it names. */
export async function findDraftPlaces(db: Db, projectId: string, listings: (string | null | undefined)[]) {
  const project = await db
    .selectFrom('projects')
    .select(['name', 'website', 'app_store_link as appStoreLink', 'play_store_link as playStoreLink'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const ids = listings.flatMap((id) => (id ? [id] : []));
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('store_listings')
          .select(['id', 'url'])
          .where('project_id', '=', projectId)
          .where('id', 'in', ids)
          .execute();
  return { ...project, stores: new Map(rows.map(({ id, url }) => [id, url])) };
}
