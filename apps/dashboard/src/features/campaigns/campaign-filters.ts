import { type CampaignFilter, Network } from '@trailmark/contract/campaigns';

export const STATUSES = ['all', 'active', 'paused', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** What the contract calls them; what was put away shows only where it is asked for. */
export const STATUS_FILTER: Record<Status, CampaignFilter | undefined> = {
  all: undefined,
  active: 'ACTIVE',
  paused: 'INACTIVE',
  archived: 'ARCHIVED',
};

export interface CampaignFilters {
  status: Status;
  search: string;
  network: Network | null;
}

/** The part of the address that says which campaigns are shown; whatever makes no sense is not there. */
export function readFilters(address: Record<string, unknown>): CampaignFilters {
  const { status, q, network } = address;
  const known = Network.safeParse(network);
  return {
    status: STATUSES.find((one) => one === status) ?? 'all',
    // A number or a word such as "true" in the address is not text to the router.
    search: ['string', 'number', 'boolean'].includes(typeof q) ? String(q).slice(0, 200) : '',
    network: known.success ? known.data : null,
  };
}

/** The same as it stands in the address, where the usual is left out. */
export function writeFilters({ status, search, network }: CampaignFilters) {
  return {
    status: status === 'all' ? undefined : status,
    q: search || undefined,
    network: network ?? undefined,
  };
}

export function isFiltered({ search, network }: CampaignFilters): boolean {
  return search !== '' || network !== null;
}
