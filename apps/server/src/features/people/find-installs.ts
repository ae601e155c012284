import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CampaignScope } from '../../access/campaign-scope.ts';
import type { Reader } from '../../access/visible-people-statement.ts';
import type { Db, Tx } from '../../db/connection.ts';

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

// Without a search the index gives the order; what was found may be an install that has not been opened yet.
const timeOf = (found: string[] | null) =>
  found ? sql<Date>`coalesce(i.installed_at, i.first_seen_at)` : sql<Date>`i.installed_at`;

function selectedInstalls(filter: InstallFilter, found: string[] | null): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`i.project_id = ${filter.projectId}`,
    found ? sql<SqlBool>`i.install_id = any(${found}::text[])` : sql<SqlBool>`i.installed_at is not null`,
    ...conditionsOf(filter, timeOf(found)),
  ];
}

/** One page of installs, newest first; among those that were found, if there was a search. */
export async function listInstalls(
  db: Db,
  filter: InstallFilter,
  page: { found: string[] | null; after: InstallPosition | null; limit: number },
): Promise<InstallPosition[]> {
  const { found, after, limit } = page;
  const at = timeOf(found);
  const conditions = [
    ...selectedInstalls(filter, found),
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

/** Beyond it nobody needs the exact number, and counting would take longer than the page. */
const MOST_COUNTED = 100_000;

export interface InstallCount {
  installs: number;
  /** Users, and installs without one. */
  people: number;
  is_more: boolean;
}

/** How many installs the pages of a list have together. */
export async function countInstalls(
  tx: Tx,
  filter: InstallFilter,
  found: string[] | null,
): Promise<InstallCount> {
  const { rows } = await sql<{ installs: number; people: number }>`
    select count(*) as installs,
      count(distinct l.user_id collate "C") + count(*) filter (where l.user_id is null) as people
    from (
      select i.user_id from installs i where ${sql.join(selectedInstalls(filter, found), sql` and `)}
      limit ${MOST_COUNTED + 1}) l`.execute(tx);
  const { installs, people } = rows[0] ?? { installs: 0, people: 0 };
  if (installs <= MOST_COUNTED) return { installs, people, is_more: false };
  return { installs: MOST_COUNTED, people, is_more: true };
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
