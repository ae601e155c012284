import { NETWORKS } from '@trailmark/contract/networks';
import { NO_FILTER, pickFilters, type ReportFilter } from './report-filter.ts';

const NAMES = Object.keys(NO_FILTER) as (keyof ReportFilter)[];

/** Which of the shared filters a report screen applies; one that is not listed here applies none. */
const APPLIED: Readonly<Record<string, readonly (keyof ReportFilter)[]>> = {
  '/overview': NAMES,
  '/cohorts': NAMES,
  '/events': NAMES,
  '/users': NAMES,
  '/campaigns': ['network', 'countries', 'platforms'],
  // A campaign has one network.
  '/campaigns/$campaign_id': ['network', 'campaign'],
  '/skan': ['campaign'],
  // One person, whatever list they were opened from.
  '/users/$id': NAMES,
};

/** What an address filters by and the screen does not apply. */
export function unusedFilter(path: string, filter: ReportFilter): ReportFilter {
  const applied = APPLIED[path] ?? [];
  const unused = pickFilters(
    filter,
    NAMES.filter((name) => !applied.includes(name)),
  );
  // Campaigns are bought at a network: none is organic.
  const isOfNoCampaign = path === '/campaigns' && !NETWORKS.some((network) => network === filter.network);
  return isOfNoCampaign ? { ...unused, network: filter.network } : unused;
}
