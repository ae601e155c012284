import { useQuery } from '@tanstack/react-query';
import type { ConnectionHealth } from '@trailmark/contract/connections';
import type { PostbackEventMap } from '@trailmark/contract/event-maps';
import { failedQueries } from '../../failures/failed-queries.ts';
import { connectionHealthQuery, LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';
import type { AdNetwork } from './ad-networks.ts';
import type { AppSettings, ConnectedAccounts } from './network-api.ts';
import { healthOf } from './network-summary.ts';
import { accountsQuery, appQuery, eventMapsQuery } from './networks-query.ts';

/** All that the page of a network shows. */
export interface NetworkState {
  kind: AdNetwork;
  app: AppSettings;
  connected: ConnectedAccounts;
  /** Of the accounts that something is sent to. */
  health: ConnectionHealth[];
  /** Of its accounts. */
  eventMaps: PostbackEventMap[];
}

/** null while something loads; `failed`: what did not load. */
export function useNetworkState(kind: AdNetwork) {
  const { project_id } = useProject();
  const app = useQuery(appQuery(project_id, kind));
  const accounts = useQuery({ ...accountsQuery(project_id, kind), refetchInterval: LOOK_EVERY_MS });
  const health = useQuery({ ...connectionHealthQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  const maps = useQuery(eventMapsQuery(project_id));
  const failed = failedQueries([app, accounts, health, maps]);
  if (!app.data || !accounts.data || !health.data || !maps.data) return { state: null, failed };
  const ids = new Set(accounts.data.accounts.map(({ ad_network_id }) => ad_network_id));
  const state: NetworkState = {
    kind,
    app: app.data,
    connected: accounts.data,
    health: healthOf(accounts.data, health.data),
    eventMaps: maps.data.filter(({ ad_network_id }) => ids.has(ad_network_id)),
  };
  return { state, failed };
}
