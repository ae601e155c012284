import { queryOptions, skipToken } from '@tanstack/react-query';
import { listEventMaps } from '@trailmark/contract/event-maps';
import { call } from '../../api/client.ts';
import { connectionsKey } from '../../project/connections-query.ts';
import type { AdNetwork } from './ad-networks.ts';
import { type LeftOut, NETWORK_APIS } from './network-api.ts';

export const networkKey = (projectId: string, kind: AdNetwork) => [
  ...connectionsKey(projectId),
  'network',
  kind,
];

/** The advertiser's own app. */
export function appQuery(projectId: string, kind: AdNetwork) {
  return queryOptions({
    queryKey: [...networkKey(projectId, kind), 'app'],
    queryFn: () => NETWORK_APIS[kind].app(projectId),
  });
}

/** Connected accounts, and the logins that have access. */
export function accountsQuery(projectId: string, kind: AdNetwork) {
  return queryOptions({
    queryKey: [...networkKey(projectId, kind), 'accounts'],
    queryFn: () => NETWORK_APIS[kind].list(projectId),
  });
}

/** What the last import left out: known to this page alone, until the next one. */
export function leftOutQuery(projectId: string, kind: AdNetwork) {
  return queryOptions<LeftOut[]>({
    queryKey: [...networkKey(projectId, kind), 'left-out'],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** How events are sent to the accounts of all networks. */
export function eventMapsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...connectionsKey(projectId), 'event-maps'],
    queryFn: async () => {
      const { event_maps } = await call(listEventMaps, { params: { project_id: projectId }, query: {} });
      return event_maps;
    },
  });
}
