import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listEventPeople } from '@trailmark/contract/event-people';
import { getEventProperties, getEvents, getFunnel, getFunnelExample } from '@trailmark/contract/stats';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import type { MetricFilter } from '../../report/metric-filter.ts';

interface EventsQuery extends MetricFilter {
  project_id: string;
  from: string;
  to: string;
}

export type Events = z.infer<typeof getEvents.response>;
export type EventProperties = z.infer<typeof getEventProperties.response>;
export type Funnel = z.infer<typeof getFunnel.response>;

function eventsKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'events'];
}

export function eventsQuery(query: EventsQuery & { compare: string; distinct: boolean }) {
  const { distinct, ...days } = query;
  return queryOptions({
    queryKey: [...eventsKey(query.project_id), 'volume', query],
    queryFn: () => call(getEvents, { query: { ...days, distinct: String(distinct) } }),
    placeholderData: keepPreviousData,
  });
}

export function propertiesQuery(params: EventsQuery & { event: string; property: string | null }) {
  const query = { ...params, property: params.property ?? undefined };
  return queryOptions({
    queryKey: [...eventsKey(query.project_id), 'properties', query],
    queryFn: () => call(getEventProperties, { query }),
    // Only of the same event: the properties of another are others.
    placeholderData: (before: EventProperties | undefined, query) =>
      (query?.queryKey.at(-1) as { event?: string } | undefined)?.event === params.event ? before : undefined,
  });
}

export function funnelQuery(query: EventsQuery & { steps: string[]; within_hours: number }) {
  return queryOptions({
    queryKey: [...eventsKey(query.project_id), 'funnel', query],
    queryFn: () => call(getFunnel, { body: query }),
    placeholderData: keepPreviousData,
  });
}

/** Of the whole project, so that it stays the same when the funnel is narrowed. */
export function funnelExampleQuery(query: Pick<EventsQuery, 'project_id' | 'from' | 'to'>) {
  return queryOptions({
    queryKey: [...eventsKey(query.project_id), 'funnel-example', query],
    queryFn: () => call(getFunnelExample, { query }),
    placeholderData: keepPreviousData,
  });
}

interface EventPeopleQuery extends EventsQuery {
  event?: string | undefined;
  except?: string | undefined;
  hour?: string | undefined;
}

const PAGE_PEOPLE = 50;

export function eventPeopleQuery(query: EventPeopleQuery) {
  return infiniteQueryOptions({
    queryKey: [...eventsKey(query.project_id), 'people', query],
    queryFn: ({ pageParam }) =>
      call(listEventPeople, { query: { ...query, cursor: pageParam ?? undefined, limit: PAGE_PEOPLE } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}
