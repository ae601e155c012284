import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getDelivery, listDeliveries } from '@trailmark/contract/deliveries';
import { call } from '../../api/client.ts';
import { connectionsKey, LOOK_EVERY_MS } from '../../project/connections-query.ts';
import { type DeliveriesView, deliveryFilter } from './deliveries-view.ts';

const PAGE_ROWS = 50;
const LATEST_ROWS = 8;

interface DeliveriesQuery {
  project_id: string;
  timezone: string;
  view: DeliveriesView;
}

export function deliveriesQuery({ project_id, timezone, view }: DeliveriesQuery) {
  return infiniteQueryOptions({
    queryKey: [...connectionsKey(project_id), 'deliveries', timezone, view],
    queryFn: ({ pageParam }) =>
      call(listDeliveries, {
        query: {
          project_id,
          ...deliveryFilter(view, { timezone, now: new Date() }),
          cursor: pageParam ?? undefined,
          limit: PAGE_ROWS,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // Who reads on would lose their place.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : LOOK_EVERY_MS),
  });
}

/** The newest of one connection. */
export function latestDeliveriesQuery(projectId: string, connectionId: string) {
  return queryOptions({
    queryKey: [...connectionsKey(projectId), 'latest', connectionId],
    queryFn: async () => {
      const query = { project_id: projectId, connection_id: connectionId, limit: LATEST_ROWS };
      return (await call(listDeliveries, { query })).items;
    },
    refetchInterval: LOOK_EVERY_MS,
  });
}

const SOON_MS = 3000;

export function deliveryQuery(projectId: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...connectionsKey(projectId), 'delivery', deliveryId],
    queryFn: () => call(getDelivery, { query: { project_id: projectId, delivery_id: deliveryId } }),
    // Only one that waits can change by itself.
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? SOON_MS : false),
  });
}
