import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface FoundLink {
  linkId: string;
  campaignId: string;
  network: string;
  /** Switched on, not archived and not run out. */
  isOpen: boolean;
  deepLink: string | null;
}

function partsOf(url: string): { host: string; path: string; displayId: string } | null {
  try {
    const { hostname, pathname, searchParams } = new URL(url);
    return { host: hostname.toLowerCase(), path: pathname, displayId: searchParams.get('c') ?? '' };
  } catch {
    return null;
  }
}

/** The project's link that an address is: on one of its own hosts, or below /l on ours. */
export async function findLink(
  db: Db,
  publicUrl: string,
  { projectId, url, now }: { projectId: string; url: string; now: Date },
): Promise<FoundLink | null> {
  const parts = partsOf(url);
  if (!parts || url.includes('\u0000')) return null;
  const isMain = parts.host === new URL(publicUrl).hostname;
  const slug = isMain ? /^\/l\/([\w.-]+)$/.exec(parts.path)?.[1] : /^\/([\w.-]+)$/.exec(parts.path)?.[1];
  const id = slug ?? (isMain ? '' : parts.displayId);
  if (!id) return null;
  const { rows } = await sql<FoundLink>`
    select l.id as "linkId", l.campaign_id as "campaignId", c.network,
      l.active and c.active and c.archived_at is null and coalesce(l.expires_at > ${now}, true)
        and coalesce(c.expires_at > ${now}, true) as "isOpen", c.deep_link as "deepLink"
    from links l
    join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
    where l.project_id = ${projectId}
      and (l.slug = ${id} or (not ${isMain}::boolean and l.is_default and lower(c.display_id) = lower(${id})))
      and (${isMain}::boolean or exists (select 1 from link_hosts h where h.host = ${parts.host}
        and h.project_id = ${projectId}))
    order by (l.slug = ${id}) desc limit 1`.execute(db);
  return rows[0] ?? null;
}
