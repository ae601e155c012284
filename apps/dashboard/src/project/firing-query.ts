import { useQuery } from '@tanstack/react-query';
import { listFiringNow } from '@trailmark/contract/alerts';
import { call } from '../api/client.ts';
import { projectQuery, useMay, useProject } from './current-project.tsx';

/** Whatever is cached about alerts has a key that starts with this one. */
export const alertsKey = (projectId: string) => [...projectQuery(projectId).queryKey, 'alerts'];

const LOOK_EVERY_MS = 300_000;

/** The alerts that fire now and are not muted; nothing for whom they are not for. */
export function useFiring() {
  const { project_id } = useProject();
  const may = useMay();
  return useQuery({
    queryKey: [...alertsKey(project_id), 'firing'],
    queryFn: () => call(listFiringNow, { query: { project_id } }),
    refetchInterval: LOOK_EVERY_MS,
    enabled: may('alerts.see'),
  });
}
