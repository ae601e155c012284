import type { CampaignRow, GroupRow } from '@trailmark/contract/campaign-report';
import { dimensionKey } from '../../../report/dimension-words.ts';
import type { OpenedMetric, RowsFilter } from '../../../report/metric-filter.ts';
import { STATUS_FILTER, type TableState } from './table-state.ts';

type Narrowed = Pick<OpenedMetric, 'filter' | 'rowless'>;

const MOST_CAMPAIGNS = 200;

/** The country and platform filters of the whole table. */
function geoFilter({ countries, platforms }: TableState): RowsFilter {
  return { countries: countries.join(',') || undefined, platforms: platforms.join(',') || undefined };
}

/** The grouping and the filters of the table that shows a metric. */
function tableOf(state: TableState): RowsFilter {
  return {
    ...geoFilter(state),
    group_by: state.group,
    filter: STATUS_FILTER[state.status],
    search: state.search || undefined,
    network: state.network ?? undefined,
    tag: state.tag || undefined,
  };
}

export function filterOfCampaign(state: TableState, campaignId: string): Narrowed {
  return { filter: { ...geoFilter(state), campaigns: campaignId } };
}

/** The filter of the raw rows behind a metric of a group. */
export function filterOfGroup(state: TableState, group: TableState['group'], row: GroupRow): Narrowed {
  if (group === 'network') return { filter: { ...tableOf(state), networks: row.key } };
  if (group === 'country') return { filter: { ...tableOf(state), countries: dimensionKey(row.key) } };
  if (group === 'platform') return { filter: { ...tableOf(state), platforms: dimensionKey(row.key) } };
  if (group === 'ad_set_name') return { filter: { ...tableOf(state), ad_set: row.key } };
  if (group === 'creative_name') return { filter: { ...tableOf(state), creative: row.key } };
  const own = { ...geoFilter(state), campaigns: row.campaign_id ?? undefined };
  const part = row.key.slice(row.key.indexOf(':') + 1);
  if (group === 'link') return { filter: { ...own, link_id: part } };
  return { filter: { ...own, ...(group === 'ad_set' ? { ad_set: part } : { creative: part }) } };
}

/**
 * The total is of all that the table looks for. Conditions on metrics leave out some of its rows, so that it is of
 * those that are left, which can be named while they are few campaigns.
 */
export function filterOfTotal(state: TableState, items: readonly CampaignRow[], count: number): Narrowed {
  if (state.conditions.length === 0) return { filter: tableOf(state) };
  if (state.group !== 'campaign' || items.length < count || count === 0 || count > MOST_CAMPAIGNS) {
    return {
      rowless: `This number adds up ${count} rows. Click a number in one of them to see what is behind it.`,
    };
  }
  const campaigns = items.map(({ campaign_id }) => campaign_id).join(',');
  return { filter: { ...geoFilter(state), campaigns } };
}
