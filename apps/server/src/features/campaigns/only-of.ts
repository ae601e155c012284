import { NO_ID } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Dimension } from '../../report/dimensions.ts';
import type { ReportQuery } from '../../report/query.ts';
import type { Entry } from './table-entries.ts';

/** Campaigns and links of rows whose key is a campaign and the name of an ad set or a creative. */
function linksNamed(
  column: 'ad_set' | 'creative',
  { filter }: ReportQuery,
  entries: Entry[],
): RawBuilder<unknown> {
  const campaigns = entries.map(({ campaignId }) => campaignId);
  const names = entries.map(({ label }) => label);
  const chosen = sql`unnest(${campaigns}::uuid[], ${names}::text[]) as x (campaign_id, name)`;
  return sql`
    select x.campaign_id, l.id from ${chosen}
    join links l on l.project_id = ${filter.projectId} and l.campaign_id = x.campaign_id
      and coalesce(${sql.ref(`l.${column}`)}, '') = x.name
    union all
    select x.campaign_id, ${NO_ID}::uuid from ${chosen} where x.name = ''`;
}

/** The same of names, in whatever campaign they are. */
function linksOfNames(
  column: 'ad_set' | 'creative',
  { filter }: ReportQuery,
  names: string[],
): RawBuilder<unknown> {
  return sql`
    select l.campaign_id, l.id from links l
    where l.project_id = ${filter.projectId} and coalesce(${sql.ref(`l.${column}`)}, '') = any(${names}::text[])
    union all
    select c.id, ${NO_ID}::uuid from campaigns c
    where c.project_id = ${filter.projectId} and '' = any(${names}::text[])`;
}

function linksOf(entries: Entry[]): RawBuilder<unknown> {
  const campaigns = entries.map(({ campaignId }) => campaignId);
  const links = entries.map(({ key }) => key.split(':')[1] ?? NO_ID);
  return sql`select * from unnest(${campaigns}::uuid[], ${links}::uuid[])`;
}

/** Restricts a query to a few rows of a table. */
export function onlyOf(
  query: ReportQuery,
  group: Dimension | undefined,
  entries: Entry[],
): Partial<ReportQuery> {
  const keys = entries.map(({ key }) => key);
  const { filter } = query;
  if (group === 'campaign') return { within: sql`select unnest(${keys}::uuid[])` };
  if (group === 'link') return { withinLinks: linksOf(entries) };
  if (group === 'ad_set' || group === 'creative') return { withinLinks: linksNamed(group, query, entries) };
  if (group === 'ad_set_name' || group === 'creative_name') {
    return { withinLinks: linksOfNames(group === 'ad_set_name' ? 'ad_set' : 'creative', query, keys) };
  }
  if (group === 'network') return { filter: { ...filter, networks: keys } };
  if (group === 'country') return { filter: { ...filter, countries: keys } };
  return { filter: { ...filter, platforms: keys } };
}
