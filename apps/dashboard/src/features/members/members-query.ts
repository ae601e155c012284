import { queryOptions } from '@tanstack/react-query';
import { listInvites, listMembers } from '@trailmark/contract/members';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';

export function membersQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'members'],
    queryFn: () => call(listMembers, { query: { project_id: projectId } }),
  });
}

export function invitesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'invites'],
    queryFn: () => call(listInvites, { query: { project_id: projectId } }),
  });
}
