import { queryOptions } from '@tanstack/react-query';
import { listMembers } from '@trailmark/contract/members';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

export function membersQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'members'],
    queryFn: () => call(listMembers, { query: { project_id: projectId } }),
  });
}
