import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Comparison } from '@trailmark/contract/report-filter';
import { getEventProperties, getEvents, getFunnel } from '@trailmark/contract/stats';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import type { FigureFilter } from '../../report/figure-asked.ts';

interface Asked extends FigureFilter {
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

export function eventsQuery(asked: Asked & { compare: Comparison; distinct: boolean }) {
  const { distinct, ...days } = asked;
  return queryOptions({
    queryKey: [...eventsKey(asked.project_id), 'volume', asked],
    queryFn: () => call(getEvents, { query: { ...days, distinct: String(distinct) } }),
    placeholderData: keepPreviousData,
  });
}

export function propertiesQuery({ property, ...asked }: Asked & { event: string; property: string | null }) {
  const query = { ...asked, property: property ?? undefined };
  return queryOptions({
    queryKey: [...eventsKey(asked.project_id), 'properties', query],
    queryFn: () => call(getEventProperties, { query }),
    // Only of the same event: the properties of another are others.
    placeholderData: (before: EventProperties | undefined, query) =>
      (query?.queryKey.at(-1) as { event?: string } | undefined)?.event === asked.event ? before : undefined,
  });
}

export function funnelQuery(asked: Asked & { steps: string[]; within_hours: number }) {
  return queryOptions({
    queryKey: [...eventsKey(asked.project_id), 'funnel', asked],
    queryFn: () => call(getFunnel, { body: asked }),
    placeholderData: keepPreviousData,
  });
}
