import { linkOfName } from '@trailmark/core/links/link-of-name';
import type { LinkTarget } from '@trailmark/core/links/link-target';
import type pg from 'pg';
import { ALL_PROJECTS } from '../../db/all-projects.ts';
import type { Connection, ProjectConnection } from '../../db/connection.ts';
import type { Queries } from '../../db/queries.ts';
import { type CampaignRow, type LinkRow, type ProjectRow, targetOf } from './target-rows.ts';

/** A query that takes longer has lost its database. */
export const QUERY_TIMEOUT_MS = 5000;

async function rowsOf<Row extends pg.QueryResultRow>(pool: Queries, text: string, values: unknown[] = []) {
  const query = { text, values, query_timeout: QUERY_TIMEOUT_MS };
  return (await pool.query<Row>(query)).rows;
}

const CAMPAIGN = `c.project_id, c.id, c.display_id, c.network, c.active and c.archived_at is null as active,
  c.expires_at, c.desktop_redirect, c.ios_web_redirect, c.android_web_redirect, c.ios_store_listing_id,
  c.android_store_listing_id, c.deep_link, c.utm, c.passthrough`;
const LINK = 'l.project_id, l.id, l.campaign_id, l.slug, l.is_default, l.active, l.expires_at';
const PROJECT = 'p.project_id, p.name, p.website, p.app_store_link, p.play_store_link';

interface Found {
  project_id: string;
  link_id: string;
}

/** A connection by which links are read. */
export type LinkConnection = Pick<Connection, 'pool' | 'of'>;

async function targetOfLink(
  connection: LinkConnection,
  found: Found | undefined,
): Promise<LinkTarget | null> {
  if (!found) return null;
  const { project_id: projectId, link_id: linkId } = found;
  const { pool } = await connection.of(projectId);
  const [project] = await rowsOf<ProjectRow>(
    pool,
    `select ${PROJECT} from projects p where p.project_id = $1 and p.deleted_at is null`,
    [projectId],
  );
  const key = [projectId, linkId];
  const [link] = await rowsOf<LinkRow>(
    pool,
    `select ${LINK} from links l where l.project_id = $1 and l.id = $2`,
    key,
  );
  if (!project || !link) return null;
  const [campaign] = await rowsOf<CampaignRow>(
    pool,
    `select ${CAMPAIGN} from campaigns c where c.project_id = $1 and c.id = $2`,
    [projectId, link.campaign_id],
  );
  if (!campaign) return null;
  const listingIds = [campaign.ios_store_listing_id, campaign.android_store_listing_id];
  const listings = await rowsOf<{ id: string; url: string }>(
    pool,
    'select id, url from store_listings where project_id = $1 and id = any($2::uuid[])',
    [projectId, listingIds],
  );
  return targetOf(link, campaign, { project, listings: new Map(listings.map(({ id, url }) => [id, url])) });
}

/** The link of a slug. */
export async function findBySlug(connection: LinkConnection, slug: string): Promise<LinkTarget | null> {
  const text = 'select project_id, link_id from slugs where slug = $1';
  const [found] = await rowsOf<Found>(connection.pool, text, [slug]);
  return await targetOfLink(connection, found);
}

/** A link of one project by its slug, or the default link of the campaign with this display id. */
export async function findByName(
  connection: LinkConnection,
  projectId: string,
  name: string,
): Promise<LinkTarget | null> {
  const { pool } = await connection.of(projectId);
  const values = [projectId, name];
  const slugs = 'select project_id, link_id from slugs where project_id = $1 and slug = $2';
  const displayIds = `
    select l.project_id, l.id as link_id from campaigns c
    join links l on l.project_id = c.project_id and l.campaign_id = c.id and l.is_default
    where c.project_id = $1 and lower(c.display_id) = lower($2)`;
  const targetOfName = async (text: string) =>
    await targetOfLink(connection, (await rowsOf<Found>(pool, text, values))[0]);
  return linkOfName(await targetOfName(slugs), await targetOfName(displayIds));
}

export interface ProjectLinks {
  projectId: string;
  links: LinkTarget[];
  hosts: string[];
}

/** Projects that have a link or a host of their own. */
export async function listLinkedProjects(pool: Queries): Promise<string[]> {
  const text = 'select project_id from slugs union select project_id from link_hosts order by project_id';
  return (await rowsOf<{ project_id: string }>(pool, text)).map((row) => row.project_id);
}

/**
 * All links and hosts of some projects that one connection reaches; one that has none comes back empty. Joined here and not in the
 * database: without statistics of fresh tables it can take seconds over five of them.
 */
export async function loadProjectLinks(
  pool: ProjectConnection['pool'],
  projectIds: string[],
): Promise<ProjectLinks[]> {
  const load = <Row extends pg.QueryResultRow>(select: string) =>
    projectIds.length === 1
      ? rowsOf<Row>(pool, `${select}.project_id = $1`, projectIds)
      : rowsOf<Row>(pool, `${ALL_PROJECTS} ${select}.project_id = any($1::uuid[])`, [projectIds]);
  const projects = await load<ProjectRow>(
    `select ${PROJECT} from projects p where p.deleted_at is null and p`,
  );
  const campaigns = await load<CampaignRow>(`select ${CAMPAIGN} from campaigns c where c`);
  const listings = await load<{ id: string; url: string }>(
    'select s.id, s.url from store_listings s where s',
  );
  const links = await load<LinkRow>(`select ${LINK} from links l where l`);
  const hosts = await load<{ host: string; project_id: string }>(
    'select h.host, h.project_id from link_hosts h where h',
  );
  const campaignOf = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const urls = new Map(listings.map(({ id, url }) => [id, url]));
  const projectOf = new Map(projects.map((project) => [project.project_id, project]));
  const made = new Map(
    projectIds.map((id): [string, ProjectLinks] => [id, { projectId: id, links: [], hosts: [] }]),
  );
  for (const link of links.sort((one, other) => (one.slug < other.slug ? -1 : 1))) {
    const project = projectOf.get(link.project_id);
    const campaign = campaignOf.get(link.campaign_id);
    if (!project || !campaign) continue;
    made.get(link.project_id)?.links.push(targetOf(link, campaign, { project, listings: urls }));
  }
  for (const { host, project_id } of hosts.sort((one, other) => (one.host < other.host ? -1 : 1))) {
    if (projectOf.has(project_id)) made.get(project_id)?.hosts.push(host);
  }
  return [...made.values()];
}
