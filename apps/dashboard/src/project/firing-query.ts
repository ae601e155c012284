import { useQuery } from '@tanstack/react-query';
import { listFiringNow } from '@trailmark/contract/alerts';
import { call } from '../api/client.ts';
import { projectQuery, useMay, useProject } from './current-project.tsx';

/** Whatever is cached about alerts has a key that starts with this one. */
export const alertsKey = (projectId: string) => [...projectQuery(projectId).queryKey, 'alerts'];

const LOOK_EVERY_MS = 300_000;
/** Two parts of a page that need it ask once. */
const SAME_MS = 5000;

/** The alerts that fire now and are not muted; nothing for whom they are not for. */
export function useFiring() {
  const { project_id } = useProject();
  const may = useMay();
  // Only they are read, so that nobody is drawn again while they are asked for.
  const { data } = useQuery({
    queryKey: [...alertsKey(project_id), 'firing'],
    queryFn: () => call(listFiringNow, { query: { project_id } }),
    staleTime: SAME_MS,
    refetchInterval: LOOK_EVERY_MS,
    enabled: may('alerts.see'),
  });
  return data;
}
