import { linkOfName } from '@trailmark/core/links/link-of-name';
import { clickTokenIn, readSignedClick } from '@trailmark/core/links/signed-click';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface FoundLink {
  linkId: string;
  campaignId: string;
  network: string;
  /** Switched on, not archived and not run out. */
  isOpen: boolean;
  deepLink: string | null;
}

/** How addresses of ours are recognised: by our own host, and by the key that signs our clicks. */
export interface LinkOrigin {
  publicUrl: string;
  clickKey: Buffer;
}

function partsOf(url: string): { host: string; path: string; displayId: string } | null {
  try {
    const { hostname, pathname, searchParams } = new URL(url);
    return { host: hostname.toLowerCase(), path: pathname, displayId: searchParams.get('c') ?? '' };
  } catch {
    return null;
  }
}

/** An address that opened an app of a project. */
interface OpenedAddress {
  projectId: string;
  url: string;
  now: Date;
}

async function selectLinks(
  db: Db,
  { projectId, now }: OpenedAddress,
  where: RawBuilder<SqlBool>,
): Promise<(FoundLink & { slug: string })[]> {
  const { rows } = await sql<FoundLink & { slug: string }>`
    select l.slug, l.id as "linkId", l.campaign_id as "campaignId", c.network,
      l.active and c.active and c.archived_at is null and coalesce(l.expires_at > ${now}, true)
        and coalesce(c.expires_at > ${now}, true) as "isOpen", c.deep_link as "deepLink"
    from links l
    join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
    where l.project_id = ${projectId} and ${where}`.execute(db);
  return rows;
}

/** The link that an address is: on one of the project's own hosts, or below /l on ours. */
async function findByAddress(db: Db, publicUrl: string, opened: OpenedAddress): Promise<FoundLink | null> {
  const parts = partsOf(opened.url);
  if (!parts) return null;
  const isMain = parts.host === new URL(publicUrl).hostname;
  const slug = isMain ? /^\/l\/([\w.-]+)$/.exec(parts.path)?.[1] : /^\/([\w.-]+)$/.exec(parts.path)?.[1];
  const id = slug ?? (isMain ? '' : parts.displayId);
  if (!id) return null;
  const isOwnHost = sql`exists (select 1 from link_hosts h where h.host = ${parts.host}
    and h.project_id = ${opened.projectId})`;
  const links = await selectLinks(
    db,
    opened,
    isMain
      ? sql<SqlBool>`l.slug = ${id}`
      : sql<SqlBool>`(l.slug = ${id} or (l.is_default and lower(c.display_id) = lower(${id}))) and ${isOwnHost}`,
  );
  const bySlug = links.find((link) => link.slug === id);
  const byDisplayId = links.find((link) => link.slug !== id);
  return linkOfName(bySlug, byDisplayId);
}

/** The link of a click that we signed for this project, in an address of any kind: a custom scheme, a web page. */
async function findByClick(db: Db, clickKey: Buffer, opened: OpenedAddress): Promise<FoundLink | null> {
  const click = readSignedClick(clickTokenIn(opened.url) ?? '', [clickKey]);
  if (click?.projectId !== opened.projectId) return null;
  const [link] = await selectLinks(db, opened, sql<SqlBool>`l.id = ${click.linkId}`);
  return link ?? null;
}

/** The project's link that an address is or carries a click of. */
export async function findLink(
  db: Db,
  { publicUrl, clickKey }: LinkOrigin,
  opened: OpenedAddress,
): Promise<FoundLink | null> {
  if (opened.url.includes('\u0000')) return null;
  return (await findByAddress(db, publicUrl, opened)) ?? (await findByClick(db, clickKey, opened));
}
