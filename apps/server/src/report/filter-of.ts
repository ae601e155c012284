import type { Membership } from '../access/caller.ts';
import { campaignScope } from '../access/campaign-scope.ts';
import type { ReportFilter } from './context.ts';

/** The filter of a member's query, within the campaigns that they may see. */
export function filterOf(
  membership: Membership,
  query: Omit<ReportFilter, 'projectId' | 'scope'>,
): ReportFilter {
  const { from, to, compare, networks, campaigns, countries, platforms } = query;
  return {
    projectId: membership.projectId,
    scope: campaignScope(membership),
    from,
    to,
    compare,
    networks,
    campaigns,
    countries,
    platforms,
  };
}
