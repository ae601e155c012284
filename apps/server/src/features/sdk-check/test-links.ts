import { TEST_CLICK_MINUTES, type TestLink } from '@trailmark/contract/sdk-check';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { later, MINUTE_MS } from '../../platform/clock.ts';
import { firstIdAt } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';

const MOST_LINKS = 20;

export interface TestClick {
  id: string;
  clickedAt: Date;
}

/** The latest click of a person; one that an app or another server reported is none. */
const latestClick = (projectId: string, linkId: unknown, since: Date) => sql`
  select c.id, c.clicked_at from clicks c
  where c.project_id = ${projectId} and c.id >= ${firstIdAt(since)}::uuid and c.clicked_at >= ${since}
    and c.link_id = ${linkId} and c.outcome <> 'reported' and c.user_agent is not null and not c.imported
  order by c.id desc limit 1`;

const clicksSince = (now: Date) => later(now, -TEST_CLICK_MINUTES * MINUTE_MS);

export async function findTestClick(
  db: Db,
  { projectId, linkId, now }: { projectId: string; linkId: string; now: Date },
): Promise<TestClick | null> {
  const { rows } = await sql<{ id: string; clicked_at: Date }>`
    ${latestClick(projectId, sql`${linkId}::uuid`, clicksSince(now))}`.execute(db);
  return rows[0] ? { id: rows[0].id, clickedAt: rows[0].clicked_at } : null;
}

interface Row {
  id: string;
  name: string;
  slug: string;
  campaign_name: string;
  host: string | null;
  clicked_at: Date | null;
}

const isOpen = (table: 'l' | 'c', now: Date) =>
  sql`${sql.ref(`${table}.active`)} and coalesce(${sql.ref(`${table}.expires_at`)} > ${now}, true)`;

const ownHost = (projectId: string) =>
  sql`(select h.host from link_hosts h where h.project_id = ${projectId} order by h.host limit 1)`;

const urlOf = (publicUrl: string, { host, slug }: Pick<Row, 'slug' | 'host'>) =>
  host === null ? `${publicUrl}/l/${slug}` : `https://${host}/${slug}`;

/** The newest links that lead somewhere, on the project's own host where it has one. */
export async function listTestLinks({ db, clock, publicUrl }: Kit, projectId: string): Promise<TestLink[]> {
  const now = clock.now();
  const { rows } = await sql<Row>`
    select l.id, l.name, l.slug, l.campaign_name, t.clicked_at, ${ownHost(projectId)} as host
    from (
      select l.*, c.name as campaign_name from links l
      join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
      where l.project_id = ${projectId} and ${isOpen('l', now)} and ${isOpen('c', now)}
        and c.archived_at is null
      order by l.created_at desc, l.id limit ${MOST_LINKS}) l
    left join lateral (${latestClick(projectId, sql`l.id`, clicksSince(now))}) t on true
    order by l.created_at desc, l.id`.execute(db);
  return rows.map((row) => ({
    link_id: row.id,
    name: row.name,
    campaign_name: row.campaign_name,
    url: urlOf(publicUrl, row),
    clicked_at: row.clicked_at?.toISOString() ?? null,
  }));
}

export interface TestLinkRow {
  url: string;
  /** Where it leads a browser on a computer. */
  landing: string | null;
}

/** A link of the project; null: it has no such link. */
export async function findTestLink(
  { db, publicUrl }: Kit,
  { projectId, linkId }: { projectId: string; linkId: string },
): Promise<TestLinkRow | null> {
  const { rows } = await sql<Pick<Row, 'slug' | 'host'> & { landing: string | null }>`
    select l.slug, coalesce(c.desktop_redirect, p.website) as landing, ${ownHost(projectId)} as host
    from links l
    join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
    join projects p on p.project_id = l.project_id
    where l.project_id = ${projectId} and l.id = ${linkId}::uuid`.execute(db);
  const [row] = rows;
  return row ? { url: urlOf(publicUrl, row), landing: row.landing } : null;
}
