import { queryOptions } from '@tanstack/react-query';
import { listWhitelistedHosts } from '@trailmark/contract/web-sdk';
import { call } from '../../../api/client.ts';
import { projectQuery } from '../../../project/current-project.tsx';

/** A page that was refused is listed while its developer looks on. */
const REFRESH_MS = 5_000;

export function webHostsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'web-hosts'],
    queryFn: () => call(listWhitelistedHosts, { params: { project_id: projectId } }),
    refetchInterval: REFRESH_MS,
  });
}
