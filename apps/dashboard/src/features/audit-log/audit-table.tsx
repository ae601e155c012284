import type { AuditEntry } from '@trailmark/contract/audit-log';
import { useMemo } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { cn } from '../../ui/cn.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { AuditRow } from './audit-row.tsx';
import { useAuditNames } from './use-audit-names.ts';

interface AuditTableProps {
  /** Null while they load. */
  entries: AuditEntry[] | null;
  /** These are still the rows of the filter before. */
  stale: boolean;
}

export function AuditTable({ entries, stale }: AuditTableProps) {
  const { timezone, currency } = useProject();
  const names = useAuditNames();
  const known = useMemo(() => ({ timezone, currency, names }), [timezone, currency, names]);
  return (
    <Table label="Audit log" onPhones="fits" className={cn('transition-opacity', stale && 'opacity-60')}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>
            When <span className="font-normal">({zoneLabel(timezone, new Date())})</span>
          </TableHeaderCell>
          <TableHeaderCell>What</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">From</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {entries === null && <SkeletonRows rows={10} columns={3} />}
        {entries?.map((entry) => (
          <AuditRow key={entry.id} entry={entry} known={known} />
        ))}
      </TableBody>
    </Table>
  );
}
