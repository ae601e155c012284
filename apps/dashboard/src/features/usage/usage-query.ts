import { queryOptions } from '@tanstack/react-query';
import { getCredits, getDataUsages } from '@trailmark/contract/usage';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';

/** The same key as in the rail, so that a new pool shows there at once. */
export function creditsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'credits'],
    queryFn: () => call(getCredits, { query: { project_id: projectId } }),
  });
}

export function usagesQuery(projectId: string, days: { from: string; to: string }) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'usages', days],
    queryFn: () => call(getDataUsages, { query: { project_id: projectId, ...days } }),
  });
}
