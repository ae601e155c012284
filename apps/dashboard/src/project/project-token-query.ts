import { queryOptions } from '@tanstack/react-query';
import { getProjectToken } from '@trailmark/contract/keys';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

export function projectTokenQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'token'],
    queryFn: () => call(getProjectToken, { query: { project_id: projectId } }),
  });
}
