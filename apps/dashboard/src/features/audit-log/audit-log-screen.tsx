import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { AUDIT_ACTIONS, type AuditAction, listAuditLog } from '@trailmark/contract/audit-log';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { AUDIT_WORDS } from './audit-sentence.ts';
import { AuditTable } from './audit-table.tsx';

const EVERYTHING = 'everything';

const OPTIONS = [
  { value: EVERYTHING, label: 'All changes' },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: AUDIT_WORDS[action].label })),
];

/** Who changed what, and when? */
export function AuditLogScreen() {
  const { project_id } = useProject();
  const [action, setAction] = useState<AuditAction | null>(null);
  const log = useInfiniteQuery(auditLogQuery(project_id, action));
  const entries = log.data?.pages.flatMap((page) => page.items) ?? null;
  return (
    <Card aria-busy={log.isFetching}>
      <CardHeader
        title="Audit log"
        description="Changes to members, roles, keys and settings, newest first."
        actions={
          <Select
            aria-label="Show"
            options={OPTIONS}
            value={action ?? EVERYTHING}
            onValueChange={(value) => setAction(value === EVERYTHING ? null : (value as AuditAction))}
            className="w-48"
          />
        }
        className="pb-3"
      />
      {log.isError && entries === null && <LoadFailed what="the audit log" query={log} />}
      {entries?.length === 0 && !log.isPlaceholderData && (
        <NothingYet filtered={action !== null} onClear={() => setAction(null)} />
      )}
      {!(log.isError && entries === null) && entries?.length !== 0 && (
        <AuditTable entries={entries} stale={log.isPlaceholderData} />
      )}
      <LoadMore what="older changes" query={log} />
    </Card>
  );
}

function NothingYet({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<ScrollText />}
      title={filtered ? 'No changes of this kind yet' : 'No changes yet'}
      text={
        filtered
          ? 'Choose another kind of change.'
          : 'Changes to members, roles, keys and settings will be listed here, with who made them and from where.'
      }
      action={filtered && <Button onClick={onClear}>Show all changes</Button>}
    />
  );
}

const PAGE_ROWS = 50;

function auditLogQuery(projectId: string, action: AuditAction | null) {
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
