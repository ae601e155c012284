import type { SkanPostbackRow } from '@trailmark/contract/skan-postbacks';
import { useProject } from '../../../project/current-project.tsx';
import { zoneLabel } from '../../../project/zone-label.ts';
import { cn } from '../../../ui/cn.ts';
import { ROW_LINK } from '../../../ui/row-link.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { formatInstant, nearInstant } from '../../../words/format-instant.ts';
import { TYPE_WORDS } from '../skan-words.ts';
import { conversionValue, NOT_COUNTED_WORDS, networkOf, sourceOf, versionWords } from './postback-words.ts';
import { VerdictTag } from './verdict-tag.tsx';

interface PostbacksTableProps {
  /** Null while they load. */
  rows: readonly SkanPostbackRow[] | null;
  /** These are still the rows of the filter before. */
  stale: boolean;
  onOpen: (postbackId: string) => void;
}

const COLUMNS = 8;

export function PostbacksTable({ rows, stale, onOpen }: PostbacksTableProps) {
  const { timezone } = useProject();
  return (
    <Table
      label="Received postbacks"
      onPhones="columns"
      className={cn('transition-opacity', stale && 'opacity-60')}
    >
      <TableHead>
        <TableRow>
          <TableHeaderCell title={`In ${zoneLabel(timezone, new Date())}`}>Received</TableHeaderCell>
          <TableHeaderCell>Signature</TableHeaderCell>
          <TableHeaderCell>Counted</TableHeaderCell>
          <TableHeaderCell className="max-sm:hidden">Network</TableHeaderCell>
          <TableHeaderCell>Source</TableHeaderCell>
          <TableHeaderCell>Type</TableHeaderCell>
          <TableHeaderCell numeric>Window</TableHeaderCell>
          <TableHeaderCell numeric>Value</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows === null && <SkeletonRows rows={8} columns={COLUMNS} />}
        {rows?.map((row) => (
          <PostbackLine key={row.postback_id} row={row} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

function PostbackLine({ row, onOpen }: { row: SkanPostbackRow; onOpen: (id: string) => void }) {
  const { timezone } = useProject();
  return (
    <TableRow>
      <TableCell>
        <button
          {...ROW_LINK}
          type="button"
          className="link num"
          title={formatInstant(row.received_at, timezone, true)}
          onClick={() => onOpen(row.postback_id)}
        >
          {nearInstant(row.received_at, timezone, new Date(), true)}
        </button>
        <span className="block max-w-32 truncate text-sm text-text-2 sm:hidden">{networkOf(row)}</span>
      </TableCell>
      {/* The longest verdict fits on a phone without its icon. */}
      <TableCell className="max-sm:[&_svg]:hidden">
        <VerdictTag verdict={row.verdict} />
      </TableCell>
      <TableCell className={cn(!row.counted && 'text-text-2')}>
        {row.not_counted ? `No, ${NOT_COUNTED_WORDS[row.not_counted]}` : 'Yes'}
      </TableCell>
      <TableCell className="max-w-80 truncate max-sm:hidden" title={row.network_id ?? undefined}>
        {networkOf(row)} <span className="text-sm text-text-3">{versionWords(row)}</span>
      </TableCell>
      <TableCell className="num">{sourceOf(row)}</TableCell>
      <TableCell>
        {TYPE_WORDS[row.conversion_type ?? ''] ?? '–'}
        {row.did_win === false && <span className="text-text-3"> · not won</span>}
      </TableCell>
      <TableCell numeric>{row.sequence === null ? '–' : row.sequence + 1}</TableCell>
      <TableCell numeric>{conversionValue(row)}</TableCell>
    </TableRow>
  );
}
