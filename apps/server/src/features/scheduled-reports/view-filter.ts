import { CampaignGroup, Conditions } from '@trailmark/contract/campaign-report';
import { type CampaignFilter, Network } from '@trailmark/contract/campaigns';
import { ReportFilter, withRange } from '@trailmark/contract/report-filter';
import type { ViewQuery } from '@trailmark/contract/saved-views';
import type { z } from 'zod';

const FilterFields = withRange(ReportFilter);
export type MailFilter = Pick<
  z.output<typeof FilterFields>,
  'networks' | 'campaigns' | 'countries' | 'platforms'
>;

const text = (value: ViewQuery[string] | undefined) => (value === undefined ? undefined : String(value));

/** The filters that the address of a report screen names, as the calls of reports take them. */
export function filterOfView(query: ViewQuery): MailFilter {
  const given = {
    networks: text(query.network),
    campaigns: text(query.campaign),
    countries: text(query.countries),
    platforms: text(query.platforms),
  };
  const shape = FilterFields.shape;
  const read = <Name extends keyof typeof given>(name: Name): MailFilter[Name] =>
    // What makes no sense is no filter, as on the screen.
    shape[name].catch(undefined).parse(given[name] || undefined) as MailFilter[Name];
  return {
    networks: read('networks'),
    campaigns: read('campaigns'),
    countries: read('countries'),
    platforms: read('platforms'),
  };
}

const STATUS: Record<string, CampaignFilter> = { active: 'ACTIVE', paused: 'INACTIVE', archived: 'ARCHIVED' };

/** The same for the campaign table. */
export function tableOfView(query: ViewQuery) {
  const { status, q, tag, having, group, sort, order } = query;
  return {
    filter: STATUS[text(status) ?? ''],
    search: text(q)?.slice(0, 200) || undefined,
    network: Network.optional().catch(undefined).parse(query.network),
    tag: text(tag)?.slice(0, 40) || undefined,
    having: Conditions.optional().catch(undefined).parse(text(having)),
    group_by: CampaignGroup.catch('campaign').parse(group),
    sort: text(sort) ?? 'installs',
    order: order === 'asc' ? ('asc' as const) : ('desc' as const),
  };
}
