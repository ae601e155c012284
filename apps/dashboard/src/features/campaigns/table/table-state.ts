import { CAMPAIGN_GROUPS, type CampaignGroup, sortedMetric } from '@trailmark/contract/campaign-report';
import { type CampaignFilter, NETWORKS, type Network } from '@trailmark/contract/campaigns';
import { metricOf } from '@trailmark/contract/metrics';
import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import {
  choiceParam,
  choicesParam,
  codesParam,
  flagParam,
  nameParam,
  optionalParam,
  textParam,
} from '../../../address/address-params.ts';
import type { AddressSchema } from '../../../address/address-state.ts';
import { type MetricCondition, readConditions, writeConditions } from '../filters/conditions.ts';

export const STATUSES = ['all', 'active', 'paused', 'archived'] as const;
export type CampaignStatus = (typeof STATUSES)[number];

/** As the contract names them; archived campaigns are listed only under their own tab. */
export const STATUS_FILTER: Record<CampaignStatus, CampaignFilter | undefined> = {
  all: undefined,
  active: 'ACTIVE',
  paused: 'INACTIVE',
  archived: 'ARCHIVED',
};

/** The filters of the table. */
export interface TableFilters {
  status: CampaignStatus;
  search: string;
  network: Network | null;
  countries: readonly string[];
  platforms: readonly string[];
  tag: string;
  conditions: readonly MetricCondition[];
}

/** The state of the table; columns are stored per person, not in the address. */
export interface TableState extends TableFilters {
  group: CampaignGroup;
  sort: string;
  order: 'asc' | 'desc';
  /** Every metric with its change. */
  changes: boolean;
}

export const NO_FILTERS: Omit<TableFilters, 'status'> = {
  search: '',
  network: null,
  countries: [],
  platforms: [],
  tag: '',
  conditions: [],
};

export const DEFAULT_TABLE: TableState = {
  ...NO_FILTERS,
  status: 'all',
  group: 'campaign',
  sort: 'installs',
  order: 'desc',
  changes: false,
};

function isSort(key: string): boolean {
  return key === 'name' || key === 'created_at' || metricOf(sortedMetric(key)) !== null;
}

export const TABLE_STATE: AddressSchema<TableState> = {
  status: choiceParam('status', STATUSES),
  search: textParam('q', 200),
  network: optionalParam('network', choiceParam('network', NETWORKS)),
  countries: codesParam('countries', 8),
  platforms: choicesParam<string>('platforms', PLATFORM_KEYS),
  tag: textParam('tag', 40),
  conditions: {
    read: ({ having }) => (typeof having === 'string' ? readConditions(having.slice(0, 4000)) : undefined),
    write: (conditions) => ({ having: writeConditions(conditions) || undefined }),
  },
  group: choiceParam('group', CAMPAIGN_GROUPS),
  sort: nameParam('sort', (key) => key.length <= 150 && isSort(key)),
  order: choiceParam('order', ['asc', 'desc']),
  changes: flagParam('changes'),
};

/** As the calls take it: the list, the ad sets of a campaign and the export share it. */
export function tableFilterParams(state: TableState, columns: readonly string[]) {
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

/** Whether any filter but the status is set. */
export function isFiltered(state: TableFilters): boolean {
  const { search, network, countries, platforms, tag, conditions } = state;
  return (
    search !== '' ||
    network !== null ||
    tag !== '' ||
    countries.length + platforms.length + conditions.length > 0
  );
}
