import type { AdPartKind } from '@trailmark/contract/ad-parts';
import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import {
  allOf,
  type CampaignSelection,
  FILTERS,
  isChoosy,
  isFound,
  isFoundCampaign,
  matching,
  ofCampaign,
} from './campaign-selection.ts';
import type { ReportQuery } from './query.ts';

const KINDS: Partial<Record<CampaignGroup, AdPartKind>> = {
  ad_set: 'ad_set',
  ad_set_name: 'ad_set',
  creative: 'creative',
  creative_name: 'creative',
};

/** What the rows of a grouping are, where they can be tagged and archived beside their campaigns. */
export const partKindOf = (group: CampaignGroup): AdPartKind | undefined => KINDS[group];

/**
 * Joins what is kept of the ad set or the creative of a link `l`, as `p`. A name is the same in all campaigns, so that its
 * tags would tell a guest of those that are not shared with them: for guests nothing is kept of any.
 */
export function joinPart({ projectId, scope }: CampaignSelection, kind: AdPartKind): RawBuilder<unknown> {
  return sql`left join ad_parts p on p.project_id = ${projectId} and p.kind = ${sql.lit(kind)}
    and p.name = ${sql.ref(`l.${kind}`)} and ${sql.lit(scope.all)}`;
}

/**
 * The condition on a link `l` of a campaign `c`, with `p` of its ad set or creative: archived is what is archived itself
 * or in an archived campaign, and a tag or a search may find either.
 */
export function matchingPart(selection: CampaignSelection, kind: AdPartKind): RawBuilder<boolean> {
  const { filter = 'none', tag, search } = selection;
  const state = {
    ...FILTERS,
    ARCHIVED: sql`(${FILTERS.ARCHIVED} or p.archived_at is not null)`,
  }[filter];
  return allOf([
    ...ofCampaign(selection),
    state,
    filter === 'ALL' || filter === 'ARCHIVED' ? null : sql`p.archived_at is null`,
    tag && sql`(${tag} = any(c.tags) or ${tag} = any(p.tags))`,
    search &&
      sql`(${isFoundCampaign(search)} or ${selection.scope.all ? isFound(search, [`l.${kind}`], 'p.tags') : sql`false`})`,
  ]);
}

/** The links of selected ad sets or creatives with their campaigns, and what selected campaigns have beside links. */
function partLinks(kind: AdPartKind, selection: CampaignSelection): RawBuilder<unknown> {
  const { projectId } = selection;
  return sql`
    select c.id, l.id from campaigns c
    join links l on l.project_id = ${projectId} and l.campaign_id = c.id
    ${joinPart(selection, kind)}
    where ${matchingPart(selection, kind)}
    union all
    select c.id, ${NO_ID}::uuid from campaigns c where ${matching(selection)}`;
}

/** What a table is about: rows of links are of selected campaigns; others are of everything, unless some are selected. */
export function selectedBy(
  group: CampaignGroup,
  selection: CampaignSelection,
): Pick<ReportQuery, 'within' | 'withinLinks'> {
  const kind = partKindOf(group);
  if (kind !== undefined && selection.scope.all) return { withinLinks: partLinks(kind, selection) };
  const isOfCampaigns = !['network', 'country', 'platform'].includes(group);
  if (!isOfCampaigns && !isChoosy(selection)) return {};
  return { within: sql`select c.id from campaigns c where ${matching(selection)}` };
}

/** The links of both; without one of them, those of the other. */
export function bothLinks(
  one: RawBuilder<unknown> | undefined,
  other: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> | undefined {
  return one && other ? sql`(${one}) intersect (${other})` : (one ?? other);
}
