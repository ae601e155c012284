import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { CampaignSelection } from './campaign-selection.ts';
import type { ReportFilter } from './context.ts';
import type { ReportQuery } from './query.ts';
import { bothLinks, selectedBy } from './table-selection.ts';

/** The row of the campaign table that a metric is in. */
export interface TableRowQuery extends Pick<CampaignSelection, 'filter' | 'search' | 'network' | 'tag'> {
  group_by: CampaignGroup;
  link_id?: string | undefined;
  ad_set?: string | undefined;
  creative?: string | undefined;
}

/** Campaigns and links of an ad set or a creative; what has no link of its campaign has no name either. */
function linksNamed(projectId: string, column: 'ad_set' | 'creative', name: string): RawBuilder<unknown> {
  const links = sql`
    select l.campaign_id, l.id from links l
    where l.project_id = ${projectId} and coalesce(${sql.ref(`l.${column}`)}, '') = ${name}`;
  if (name !== '') return links;
  return sql`${links} union all select c.id, ${NO_ID}::uuid from campaigns c where c.project_id = ${projectId}`;
}

function linksWithin(projectId: string, { link_id, ad_set, creative }: TableRowQuery) {
  if (link_id !== undefined) {
    return sql`select l.campaign_id, l.id from links l where l.project_id = ${projectId} and l.id = ${link_id}::uuid`;
  }
  if (ad_set !== undefined) return linksNamed(projectId, 'ad_set', ad_set);
  return creative === undefined ? undefined : linksNamed(projectId, 'creative', creative);
}

/** The campaigns and links of a row, for a query of its metrics. */
export function rowQuery(
  { projectId, scope }: Pick<ReportFilter, 'projectId' | 'scope'>,
  row: TableRowQuery,
): Pick<ReportQuery, 'within' | 'withinLinks'> {
  const { group_by, filter, search, network, tag } = row;
  const { within, withinLinks } = selectedBy(group_by, { projectId, scope, filter, search, network, tag });
  return { within, withinLinks: bothLinks(linksWithin(projectId, row), withinLinks) };
}
