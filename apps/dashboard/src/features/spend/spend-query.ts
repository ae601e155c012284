import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type DifferenceCause,
  getNetworkDifference,
  listDifferenceRows,
  listNetworkAds,
  listNetworkImports,
  type NetworkAd,
} from '@trailmark/contract/network-spend';
import { call } from '../../api/client.ts';
import { LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { projectQuery } from '../../project/current-project.tsx';
import type { ClaimingNetwork, MatchState } from './spend-view.ts';

const PAGE_ROWS = 50;
const SOON_MS = 2000;

/** Whatever is cached about the spend of networks has a key that starts with this one. */
export function networkSpendKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'network-spend'];
}

export function importsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...networkSpendKey(projectId), 'imports'],
    queryFn: async () => {
      const { imports } = await call(listNetworkImports, { query: { project_id: projectId } });
      return imports;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'running') ? SOON_MS : LOOK_EVERY_MS,
  });
}

interface AdsQuery {
  project_id: string;
  kind: ClaimingNetwork | null;
  state: MatchState;
}

export function adsQuery({ project_id, kind, state }: AdsQuery) {
  return infiniteQueryOptions({
    queryKey: [...networkSpendKey(project_id), 'ads', kind, state],
    queryFn: ({ pageParam }) =>
      call(listNetworkAds, {
        query: {
          project_id,
          kind: kind ?? undefined,
          state,
          cursor: pageParam ?? undefined,
          limit: PAGE_ROWS,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** How many campaigns of networks wait to be matched. */
export function unmatchedQuery(projectId: string) {
  return queryOptions({
    queryKey: [...networkSpendKey(projectId), 'unmatched'],
    queryFn: async () => {
      const query = { project_id: projectId, state: 'unmatched', limit: 1 } as const;
      return (await call(listNetworkAds, { query })).unmatched;
    },
  });
}

/** As many ad sets and ads as one answer may have. */
export const MOST_BELOW = 200;

/** The ad sets and ads of a campaign of a network. */
export function adsBelowQuery(projectId: string, { kind, network_campaign_id }: NetworkAd) {
  return queryOptions({
    queryKey: [...networkSpendKey(projectId), 'ads-below', kind, network_campaign_id],
    queryFn: () =>
      call(listNetworkAds, {
        query: { project_id: projectId, kind, network_campaign_id, limit: MOST_BELOW },
      }),
  });
}

export interface DifferenceQuery {
  project_id: string;
  kind: ClaimingNetwork;
  from: string;
  to: string;
  campaign_id: string | undefined;
}

export function differenceQuery(query: DifferenceQuery) {
  return queryOptions({
    queryKey: [...networkSpendKey(query.project_id), 'difference', query],
    queryFn: () => call(getNetworkDifference, { query }),
    placeholderData: keepPreviousData,
  });
}

export function differenceRowsQuery(query: DifferenceQuery, cause: DifferenceCause) {
  return infiniteQueryOptions({
    queryKey: [...networkSpendKey(query.project_id), 'difference-rows', query, cause],
    queryFn: ({ pageParam }) =>
      call(listDifferenceRows, {
        query: { ...query, cause, cursor: pageParam ?? undefined, limit: PAGE_ROWS },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}
