import { queryOptions } from '@tanstack/react-query';
import { getDeliveryHealth } from '@trailmark/contract/deliveries';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

/** Whatever is cached about connections and their deliveries has a key that starts with this one. */
export function connectionsKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'connections'];
}

/** How often screens that show deliveries look for news. */
export const LOOK_EVERY_MS = 10_000;

/** How every connection is doing: tools and webhooks alike. */
export function connectionHealthQuery(projectId: string) {
  return queryOptions({
    queryKey: [...connectionsKey(projectId), 'health'],
    queryFn: async () => {
      const { connections } = await call(getDeliveryHealth, { query: { project_id: projectId } });
      return connections;
    },
  });
}
