import { queryOptions } from '@tanstack/react-query';
import { getEvents } from '@trailmark/contract/stats';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

/** These have a kind of their own. */
const BY_KIND = ['$install', '$open', '$signup', '$payment', '$refund', '(other)'];

/** Names of events of the last 30 days, the most frequent first. */
export function eventNamesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'event-names'],
    queryFn: async () => {
      const { events } = await call(getEvents, { query: { project_id: projectId } });
      return events
        .toSorted((one, other) => other.count - one.count)
        .map(({ name }) => name)
        .filter((name) => !BY_KIND.includes(name));
    },
    staleTime: 60_000,
  });
}
