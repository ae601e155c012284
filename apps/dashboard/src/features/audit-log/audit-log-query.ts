import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { type AuditAction, listAuditLog } from '@trailmark/contract/audit-log';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';

const PAGE_ROWS = 50;

export function auditLogQuery(projectId: string, action: AuditAction | null) {
  return infiniteQueryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'audit-log', action],
    queryFn: ({ pageParam }) =>
      call(listAuditLog, {
        query: {
          project_id: projectId,
          action: action ?? undefined,
          cursor: pageParam ?? undefined,
          limit: PAGE_ROWS,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}
