import { queryOptions } from '@tanstack/react-query';
import { listFiringNow } from '@trailmark/contract/alerts';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

/** Whatever is cached about alerts has a key that starts with this one. */
export const alertsKey = (projectId: string) => [...projectQuery(projectId).queryKey, 'alerts'];

const LOOK_EVERY_MS = 300_000;

/** The alerts that fire now and are not muted. */
export function firingQuery(projectId: string) {
  return queryOptions({
    queryKey: [...alertsKey(projectId), 'firing'],
    queryFn: () => call(listFiringNow, { query: { project_id: projectId } }),
    refetchInterval: LOOK_EVERY_MS,
  });
}
