import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import { isVisibleProfile, isVisibleUse, type Reader } from '../../access/visible-people-statement.ts';
import type { Db } from '../../db/connection.ts';

/** People that one search looks at, with devices of each; a longer text means fewer. */
const MOST_PEOPLE = 1000;
const MOST_DEVICES = 50;
const MOST_FOUND = 5000;
/** A beginning shorter than this is nobody's. */
const SHORTEST_PREFIX = 2;

export interface InstallFilter {
  projectId: string;
  scope: CampaignScope;
  timezone: string;
  /** null: whenever it was. */
  range: { from: string; to: string } | null;
  campaigns?: string[] | undefined;
  networks?: string[] | undefined;
  countries?: string[] | undefined;
  platforms?: string[] | undefined;
  isSuspicious: boolean;
}

/** A position in the list: a page begins right after this install, newest first. */
export interface InstallPosition {
  at: string;
  installId: string;
}

function beginsWith(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/** The limit is on who is tested, not on who passes: the first letters of a name must not test everybody. */
export function selectPeople(
  reader: Reader,
  column: 'email' | 'name',
  { prefix }: { prefix: string },
): RawBuilder<{ user_id: string }> {
  return sql`
    select c.user_id from (
      select user_id from people
      where project_id = ${reader.projectId} and lower(${sql.ref(column)}) like ${beginsWith(prefix)}
      limit ${MOST_PEOPLE}
    ) c where ${isVisibleProfile(reader, sql.ref('c.user_id'))}`;
}

/**
 * The installs that a text may mean: an id of any kind, or the beginning of an address or a name. A guest finds
 * nobody by what they may not see: otherwise a search would confirm a guess.
 */
export async function searchInstalls(db: Db, reader: Reader, text: string): Promise<string[]> {
  const { projectId } = reader;
  const isUse = isVisibleUse(reader, { installId: sql.ref('u.install_id'), userId: sql.val(text) });
  const isPersonUse = isVisibleUse(reader, {
    installId: sql.ref('u.install_id'),
    userId: sql.ref('p.user_id'),
  });
  const spellings = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  const ofPeople = (column: 'email' | 'name') => sql`
    union select i.install_id from (${selectPeople(reader, column, { prefix: text })}) p cross join lateral (
      select u.install_id from person_installs u
      where u.project_id = ${projectId} and u.user_id = p.user_id and ${isPersonUse} limit ${MOST_DEVICES}
    ) i`;
  const byName = text.length >= SHORTEST_PREFIX ? sql`${ofPeople('email')} ${ofPeople('name')}` : sql``;
  const { rows } = await sql<{ install_id: string }>`
    select install_id from installs where project_id = ${projectId} and install_id = ${text}
    union select install_id from installs
      where project_id = ${projectId} and advertising_id = any(${spellings}::text[])
    union select install_id from installs where project_id = ${projectId} and vendor_id = any(${spellings}::text[])
    union select u.install_id from installs u
      where u.project_id = ${projectId} and u.user_id = ${text} and ${isUse}
    union select u.install_id from person_installs u
      where u.project_id = ${projectId} and u.user_id = ${text} and ${isUse}
    ${byName}
    limit ${MOST_FOUND}`.execute(db);
  return rows.map((row) => row.install_id);
}

/** The campaigns that are both in the filter and visible to the reader; null: all. */
function campaignsOf({ scope, campaigns }: InstallFilter): string[] | null {
  if (scope.all) return campaigns && campaigns.length > 0 ? campaigns : null;
  if (!campaigns || campaigns.length === 0) return scope.campaigns;
  return scope.campaigns.filter((id) => campaigns.includes(id));
}

function conditionsOf(filter: InstallFilter, at: RawBuilder<Date>): RawBuilder<SqlBool>[] {
  const campaigns = campaignsOf(filter);
  const oneOf = (column: string, values: string[] | undefined) =>
    values && values.length > 0 ? [sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`] : [];
  const { range, timezone } = filter;
  return [
    ...(campaigns ? [sql<SqlBool>`i.campaign_id = any(${campaigns}::uuid[])`] : []),
    ...oneOf('i.network', filter.networks),
    ...oneOf('i.country', filter.countries),
    ...oneOf('i.platform', filter.platforms),
    ...(filter.isSuspicious ? [sql<SqlBool>`i.verdict <> 'clean'`] : []),
    ...(range
      ? [
          sql<SqlBool>`${at} >= ${range.from}::date::timestamp at time zone ${timezone}`,
          sql<SqlBool>`${at} < (${range.to}::date + 1)::timestamp at time zone ${timezone}`,
        ]
      : []),
  ];
}

/** One page of installs, newest first; among those that were found, if there was a search. */
export async function listInstalls(
  db: Db,
  filter: InstallFilter,
  page: { found: string[] | null; after: InstallPosition | null; limit: number },
): Promise<InstallPosition[]> {
  const { found, after, limit } = page;
  // Without a search the index gives the order; what was found may be an install that has not been opened yet.
  const at = found ? sql<Date>`coalesce(i.installed_at, i.first_seen_at)` : sql<Date>`i.installed_at`;
  const conditions = [
    sql<SqlBool>`i.project_id = ${filter.projectId}`,
    found ? sql<SqlBool>`i.install_id = any(${found}::text[])` : sql<SqlBool>`i.installed_at is not null`,
    ...conditionsOf(filter, at),
    ...(after
      ? [
          sql<SqlBool>`${at} <= ${after.at}::timestamptz`,
          sql<SqlBool>`(${at}, i.install_id) < (${after.at}::timestamptz, ${after.installId})`,
        ]
      : []),
  ];
  const { rows } = await sql<{ install_id: string; at: Date }>`
    select i.install_id, ${at} as at from installs i
    where ${sql.join(conditions, sql` and `)}
    order by at desc, i.install_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ at: row.at.toISOString(), installId: row.install_id }));
}

/**
 * Those of some installs that exist for the reader: a campaign of theirs is credited, was until another one took
 * over, or brought somebody back. A first decision that was made again later credits nobody any more.
 */
export async function keepVisible(db: Db, { projectId, scope }: Reader, ids: string[]): Promise<string[]> {
  if (scope.all) return ids;
  const { rows } = await sql<{ install_id: string }>`
    select i.install_id from installs i
    where i.project_id = ${projectId} and i.install_id = any(${ids}::text[])
      and (i.campaign_id = any(${scope.campaigns}::uuid[]) or exists (
        select from decisions d where d.project_id = ${projectId} and d.install_id = i.install_id
          and d.campaign_id = any(${scope.campaigns}::uuid[])
          and (d.kind not in ('install', 'reinstall') or not exists (
            select from decisions n where n.project_id = ${projectId} and n.install_id = i.install_id
              and n.kind in ('install', 'reinstall') and n.revision > d.revision))))`.execute(db);
  return rows.map((row) => row.install_id);
}
