import { queryOptions } from '@tanstack/react-query';
import { listInvites } from '@trailmark/contract/members';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';

export function invitesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'invites'],
    queryFn: () => call(listInvites, { query: { project_id: projectId } }),
  });
}
