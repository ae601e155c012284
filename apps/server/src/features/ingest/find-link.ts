import { linkOfName } from '@trailmark/core/links/link-of-name';
import { clickTokenIn, readSignedClick } from '@trailmark/core/links/signed-click';
import { bulk } from '../../db/bulk.ts';
import type { NodeOf } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import { coalesce } from '../../pipeline/coalesce.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';

export interface FoundLink {
  linkId: string;
  campaignId: string;
  network: string;
  /** Switched on, not archived and not run out. */
  isOpen: boolean;
  deepLink: string | null;
}

/** A name below a host of the project, or below /l on ours: there the host is null. */
interface LinkName {
  id: string;
  host: string | null;
}

/** What a slug or a display id looks like: a parameter can hold anything once it is decoded. */
const NAME = /^[\w.-]{1,64}$/;

function nameIn(url: string, mainHost: string): LinkName | null {
  try {
    const { hostname, pathname, searchParams } = new URL(url);
    const host = hostname.toLowerCase();
    const inPath = (host === mainHost ? /^\/l\/([\w.-]+)$/ : /^\/([\w.-]+)$/).exec(pathname)?.[1];
    const id = inPath ?? (host === mainHost ? null : searchParams.get('c'));
    if (!id || !NAME.test(id)) return null;
    return { id, host: host === mainHost ? null : host };
  } catch {
    return null;
  }
}

/** What an address can be looked up by. */
interface AddressKey extends Partial<LinkName> {
  /** The link of a click that we signed for the project: in an address of any kind, a custom scheme, a web page. */
  link_id: string | null;
}

interface LinkRow extends FoundLink {
  n: number;
  by: 'slug' | 'display_id' | 'click';
}

const ADDRESS_KEYS = bulk<AddressKey & { n: number }>({
  n: 'int',
  id: 'text',
  host: 'text',
  link_id: 'uuid',
});

const findLinks = prepare<LinkRow>(`
  select k.n, f.by, l.id as "linkId", l.campaign_id as "campaignId", c.network,
    l.active and c.active and c.archived_at is null and coalesce(l.expires_at > $2::timestamptz, true)
      and coalesce(c.expires_at > $2::timestamptz, true) as "isOpen", c.deep_link as "deepLink"
  from (
    select k.*, k.host is null
      or exists (select 1 from link_hosts h where h.host = k.host and h.project_id = $1::uuid) as is_ours
    from (select * from ${ADDRESS_KEYS.table(3)}) k) k
  cross join lateral (
    select s.link_id, 'slug' as by from slugs s where s.slug = k.id and s.project_id = $1::uuid and k.is_ours
    union all
    select d.id, 'display_id' from campaigns g
    join links d on d.project_id = $1::uuid and d.campaign_id = g.id and d.is_default
    where k.host is not null and g.project_id = $1::uuid and lower(g.display_id) = lower(k.id) and k.is_ours
    union all
    select k.link_id, 'click' where k.link_id is not null) f
  join links l on l.project_id = $1::uuid and l.id = f.link_id
  join campaigns c on c.project_id = $1::uuid and c.id = l.campaign_id`);

/** The link of an address: by its name first, then by the click that it carries. */
function linkOf(rows: LinkRow[]): FoundLink | null {
  const found = (by: LinkRow['by']) => rows.find((row) => row.by === by);
  return linkOfName(found('slug'), found('display_id')) ?? found('click') ?? null;
}

interface Parts {
  connection: NodeOf<'db'>;
  clock: Clock;
  publicUrl: string;
  secrets: Secrets;
}

/** Finds the project's link that an address is or carries a click of; those asked for at once by one statement. */
export function createLinkFinder({ connection, clock, publicUrl, secrets }: Parts) {
  const mainHost = new URL(publicUrl).hostname;
  const clickKey = secrets.macKey('clicks');
  const find = coalesce<FoundLink>(async (projectId, keys) => {
    const addresses = keys.map((key, n) => ({ n, ...(JSON.parse(key) as AddressKey) }));
    const { db } = await connection.of(projectId);
    const rows = await findLinks(db, [projectId, clock.now(), ...ADDRESS_KEYS.values(addresses)]);
    return new Map(
      keys.flatMap((key, n): [string, FoundLink][] => {
        const link = linkOf(rows.filter((row) => row.n === n));
        return link ? [[key, link]] : [];
      }),
    );
  });
  return async (projectId: string, url: string): Promise<FoundLink | null> => {
    if (url.includes('\u0000')) return null;
    const click = readSignedClick(clickTokenIn(url) ?? '', [clickKey]);
    const key: AddressKey = {
      ...nameIn(url, mainHost),
      link_id: click?.projectId === projectId ? click.linkId : null,
    };
    if (key.id === undefined && key.link_id === null) return null;
    return await find(projectId, JSON.stringify(key));
  };
}
