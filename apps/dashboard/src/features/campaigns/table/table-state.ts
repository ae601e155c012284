import { CAMPAIGN_GROUPS, type CampaignGroup } from '@trailmark/contract/campaign-report';
import { type CampaignFilter, Network } from '@trailmark/contract/campaigns';
import { metricOf } from '@trailmark/contract/metrics';
import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import { addressList as list, addressText as text } from '../../../address/address-text.ts';
import { type Condition, readConditions, writeConditions } from '../filters/conditions.ts';

export const STATUSES = ['all', 'active', 'paused', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** What the contract calls them; what was put away shows only where it is asked for. */
export const STATUS_FILTER: Record<Status, CampaignFilter | undefined> = {
  all: undefined,
  active: 'ACTIVE',
  paused: 'INACTIVE',
  archived: 'ARCHIVED',
};

/** Which rows are shown, and what of them is counted. */
export interface TableFilters {
  status: Status;
  search: string;
  network: Network | null;
  countries: readonly string[];
  platforms: readonly string[];
  tag: string;
  conditions: readonly Condition[];
}

/** The whole table as its address says; the columns are kept apart, they are a person's own. */
export interface TableState extends TableFilters {
  group: CampaignGroup;
  sort: string;
  order: 'asc' | 'desc';
  /** Every figure with its change. */
  changes: boolean;
}

export const USUAL_SORT = { sort: 'installs', order: 'desc' } as const;

function isSort(key: string): boolean {
  return key === 'name' || key === 'created_at' || metricOf(key) !== null;
}

/** Whatever makes no sense in an address is not there. */
export function readTable(address: Record<string, unknown>): TableState {
  const network = Network.safeParse(address.network);
  const sort = text(address.sort, 150);
  const usual = sort === '' || !isSort(sort);
  return {
    status: STATUSES.find((one) => one === address.status) ?? 'all',
    search: text(address.q, 200),
    network: network.success ? network.data : null,
    countries: list(address.countries).filter((code) => code.length <= 8),
    platforms: PLATFORM_KEYS.filter((key) => list(address.platforms).includes(key)),
    tag: text(address.tag, 40),
    conditions: readConditions(text(address.having, 4000)),
    group: CAMPAIGN_GROUPS.find((one) => one === address.group) ?? 'campaign',
    sort: usual ? USUAL_SORT.sort : sort,
    order: address.order === 'asc' || address.order === 'desc' ? address.order : USUAL_SORT.order,
    changes: address.changes === true || address.changes === 1,
  };
}

/** As it stands in the address, where the usual is left out. */
export function writeTable(state: TableState) {
  return {
    status: state.status === 'all' ? undefined : state.status,
    q: state.search || undefined,
    network: state.network ?? undefined,
    countries: state.countries.join(',') || undefined,
    platforms: state.platforms.join(',') || undefined,
    tag: state.tag || undefined,
    having: writeConditions(state.conditions) || undefined,
    group: state.group === 'campaign' ? undefined : state.group,
    sort: state.sort === USUAL_SORT.sort ? undefined : state.sort,
    order: state.order === USUAL_SORT.order ? undefined : state.order,
    changes: state.changes || undefined,
  };
}

/** As the calls take it: the list, the rows below a campaign and the export ask the same. */
export function askedOf(state: TableState, columns: readonly string[]) {
  return {
    filter: STATUS_FILTER[state.status],
    search: state.search || undefined,
    network: state.network ?? undefined,
    countries: state.countries.join(',') || undefined,
    platforms: state.platforms.join(',') || undefined,
    tag: state.tag || undefined,
    having: writeConditions(state.conditions) || undefined,
    columns: columns.join('|'),
    group_by: state.group,
    sort: state.sort,
    order: state.order,
  };
}

export const NO_FILTERS: Omit<TableFilters, 'status'> = {
  search: '',
  network: null,
  countries: [],
  platforms: [],
  tag: '',
  conditions: [],
};

/** Whether anything but the state of campaigns narrows the rows. */
export function isFiltered(state: TableFilters): boolean {
  const { search, network, countries, platforms, tag, conditions } = state;
  return (
    search !== '' ||
    network !== null ||
    tag !== '' ||
    countries.length + platforms.length + conditions.length > 0
  );
}
