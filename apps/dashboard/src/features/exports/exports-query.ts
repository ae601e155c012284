import { queryOptions } from '@tanstack/react-query';
import { listExports } from '@trailmark/contract/exports';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import { isBusy } from './export-words.ts';

const LOOK_EVERY_MS = 1500;

export function exportsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'exports'],
    queryFn: () => call(listExports, { query: { project_id: projectId } }),
    // Only while something is being written is there anything to look for.
    refetchInterval: (query) => (query.state.data?.some(isBusy) ? LOOK_EVERY_MS : false),
  });
}
