import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type EventMapAccount,
  type EventMapForm,
  getDefaultEventMapping,
  listEventMapAccounts,
  listEventMaps,
  previewEventMap,
} from '@trailmark/contract/event-maps';
import { listGoogleConversionActions } from '@trailmark/contract/google-ads';
import type { NetworkKind } from '@trailmark/contract/network-accounts';
import { call } from '../../api/client.ts';
import { connectionsKey } from '../../project/connections-query.ts';

export function postbacksKey(projectId: string) {
  return [...connectionsKey(projectId), 'postbacks'];
}

/** The accounts with ad networks that events can be sent to. */
export function mapAccountsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...postbacksKey(projectId), 'accounts'],
    queryFn: async () => (await call(listEventMapAccounts, { params: { project_id: projectId } })).accounts,
  });
}

export function eventMapsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...postbacksKey(projectId), 'maps'],
    queryFn: async () =>
      (await call(listEventMaps, { params: { project_id: projectId }, query: {} })).event_maps,
  });
}

export function proposedMapsQuery(projectId: string, kind: NetworkKind) {
  return queryOptions({
    queryKey: [...postbacksKey(projectId), 'proposed', kind],
    queryFn: async () =>
      (await call(getDefaultEventMapping, { query: { project_id: projectId, kind } })).event_maps,
  });
}

/** What events of the web can be sent as to an account of Google Ads; other networks have nothing like it. */
export function conversionActionsQuery(
  project_id: string,
  { kind, ad_network_id }: Pick<EventMapAccount, 'kind' | 'ad_network_id'>,
) {
  return queryOptions({
    queryKey: [...postbacksKey(project_id), 'conversion-actions', ad_network_id],
    queryFn: async () => {
      const query = { project_id, network_account_id: ad_network_id };
      const { conversion_actions } = await call(listGoogleConversionActions, { query });
      return conversion_actions.filter(({ status }) => status === 'enabled');
    },
    enabled: kind === 'GOOGLE',
    staleTime: 60_000,
  });
}

/** A map as it is being typed. */
export type MapDraft = EventMapForm & { id?: string };

interface MapPreviewQuery {
  project_id: string;
  /** null: something that it needs is not entered. */
  draft: MapDraft | null;
  events: 'all' | 'of_map';
}

/** What the last events would become; the old ones stay while the next are on their way. */
export function mapPreviewQuery({ project_id, draft, events }: MapPreviewQuery) {
  return queryOptions({
    queryKey: [...postbacksKey(project_id), 'preview', draft, events],
    queryFn: async () => {
      if (!draft) return [];
      const body = { ...draft, events };
      return (await call(previewEventMap, { params: { project_id }, body })).events;
    },
    enabled: draft !== null,
    placeholderData: keepPreviousData,
  });
}
