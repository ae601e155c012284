import type { CampaignRow, GroupRow } from '@trailmark/contract/campaign-report';
import type { FigureAsked, FigureFilter } from '../../report/figure-asked.ts';
import type { TableState } from './table-state.ts';

type Narrowed = Pick<FigureAsked, 'filter' | 'rowless'>;

const MOST_CAMPAIGNS = 200;

/** What the whole table narrows its figures to. */
function ofTable({ network, countries, platforms }: TableState): FigureFilter {
  return {
    networks: network ?? undefined,
    countries: countries.join(',') || undefined,
    platforms: platforms.join(',') || undefined,
  };
}

export function filterOfCampaign(state: TableState, campaignId: string): Narrowed {
  return { filter: { ...ofTable(state), campaigns: campaignId } };
}

/** Which raw rows stand behind a figure of a group, as far as these can be asked for. */
export function filterOfGroup(state: TableState, group: TableState['group'], row: GroupRow): Narrowed {
  const filter = { ...ofTable(state), campaigns: row.campaign_id ?? undefined };
  if (isPicked(state))
    return { rowless: 'Its rows are of campaigns that were picked by state, name, tag or figure.' };
  if (group === 'network') return { filter: { ...filter, networks: row.key } };
  if (group === 'country') return { filter: { ...filter, countries: row.key } };
  if (group === 'platform') return { filter: { ...filter, platforms: row.key } };
  return { rowless: 'Its rows are among those of its campaign: click a figure of the campaign to see them.' };
}

function isPicked({ status, search, tag, conditions }: TableState): boolean {
  return status !== 'all' || search !== '' || tag !== '' || conditions.length > 0;
}

/** The total is of the campaigns in the table, so its rows can be asked for while these are few. */
export function filterOfTotal(state: TableState, items: readonly CampaignRow[], count: number): Narrowed {
  if (state.group !== 'campaign' || items.length < count || count > MOST_CAMPAIGNS) {
    return { rowless: `Its rows are those of ${count} lines: click a figure of one of them to see its own.` };
  }
  return { filter: { ...ofTable(state), campaigns: items.map(({ campaign_id }) => campaign_id).join(',') } };
}
