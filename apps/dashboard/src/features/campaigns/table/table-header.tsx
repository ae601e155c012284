import { changeSort, sortedMetric } from '@trailmark/contract/campaign-report';
import { metricOf } from '@trailmark/contract/metrics';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { useProject } from '../../../project/current-project.tsx';
import { MetricTip } from '../../../report/metric-name.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cn } from '../../../ui/cn.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TableHeaderCell } from '../../../ui/table.tsx';
import { countInWords } from '../../../words/count-in-words.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { GROUP_LABELS } from './group-labels.ts';
import { filterOfTotal } from './rows-filter.ts';
import { cellStyle, networkStyle, stickyStyle } from './table-layout.ts';
import type { TableRows } from './table-lines.ts';
import type { TableState } from './table-state.ts';
import { ValueCells } from './value-cell.tsx';

interface TableHeaderProps {
  rows: TableRows | null;
  columns: readonly string[];
  state: TableState;
  period: string | null;
  selection: Selection | null;
  onSort: (key: string) => void;
}

/** The names of the columns, and the total of all rows below them; both stay in sight. */
export const TableHeader = memo(function TableHeader(props: TableHeaderProps) {
  const { platform } = useProject();
  const { rows, columns, state, period, selection, onSort } = props;
  const { noun, plural } = GROUP_LABELS[state.group];
  return (
    <thead className="sticky top-0 z-[2] bg-panel">
      <tr>
        <HeadCell column="name" state={state} className={cn(stickyStyle, 'z-[3] pl-4 max-sm:first:pl-2.5')}>
          <span className="flex items-center gap-2">
            {selection && (
              <Checkbox
                aria-label="Select all that are loaded"
                checked={selection.all}
                disabled={!rows || rows.items.length === 0}
                onCheckedChange={(on) => selection.selectAll(on === true)}
              />
            )}
            <SortButton column="name" state={state} onSort={onSort}>
              {GROUP_LABELS[state.group].label}
            </SortButton>
          </span>
        </HeadCell>
        <TableHeaderCell className={cn(networkStyle, 'px-2.5')}>Network</TableHeaderCell>
        {columns.map((key) => (
          <HeadCell
            key={key}
            column={key}
            state={state}
            className="px-2.5 text-right max-sm:snap-start max-sm:px-1.5"
          >
            <MetricTip metric={key}>
              <SortButton column={key} state={state} onSort={onSort} numeric>
                {metricOf(key, platform)?.label ?? key}
              </SortButton>
            </MetricTip>
            {period !== null && (
              <ChangeSortButton
                column={changeSort(key)}
                label={`Sort by the change of ${metricOf(key, platform)?.label ?? key}`}
                state={state}
                onSort={onSort}
              />
            )}
          </HeadCell>
        ))}
        <TableHeaderCell>
          <span className="sr-only">Actions</span>
        </TableHeaderCell>
      </tr>
      <tr className="font-semibold *:border-b-line-strong *:bg-raised">
        <td className={cn(cellStyle, stickyStyle, 'truncate bg-raised pl-4 max-sm:pl-2.5')}>
          {rows ? `Total · ${countInWords(rows.count, noun, plural)}` : <Skeleton className="h-3 w-36" />}
        </td>
        <td className={cn(cellStyle, networkStyle)} />
        {rows ? (
          <ValueCells
            columns={columns}
            values={rows.totals}
            previous={rows.previousTotals}
            period={period}
            of={`All ${countInWords(rows.count, noun, plural)}`}
            {...filterOfTotal(state, rows.items, rows.count)}
          />
        ) : (
          columns.map((key) => (
            <td key={key} className={cellStyle}>
              <Skeleton className="ml-auto h-3 w-14" />
            </td>
          ))
        )}
        <td className={cellStyle} />
      </tr>
    </thead>
  );
});

interface HeadCellProps {
  column: string;
  state: TableState;
  className?: string;
  children: ReactNode;
}

function HeadCell({ column, state, className, children }: HeadCellProps) {
  const isSorted = sortedMetric(state.sort) === column;
  const order = state.order === 'asc' ? 'ascending' : 'descending';
  return (
    <TableHeaderCell
      aria-sort={isSorted ? order : undefined}
      className={cn('leading-[14px] whitespace-normal', className)}
    >
      {children}
    </TableHeaderCell>
  );
}

/** Sorts by how a column changed; there while changes are shown. */
function ChangeSortButton({
  column,
  label,
  state,
  onSort,
}: Pick<SortButtonProps, 'column' | 'state' | 'onSort'> & { label: string }) {
  const isSorted = state.sort === column;
  const Arrow = state.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isSorted}
      onClick={() => onSort(column)}
      className={cn(
        'ml-1 inline-flex min-h-6 items-center rounded-xs px-1 hover:text-text pointer-coarse:min-h-9',
        isSorted ? 'text-text' : 'text-text-3',
      )}
    >
      {isSorted ? <Arrow aria-hidden className="size-3" /> : null}
      <span aria-hidden>Δ</span>
    </button>
  );
}

interface SortButtonProps extends ComponentProps<'button'> {
  column: string;
  state: TableState;
  onSort: (key: string) => void;
  numeric?: boolean;
}

function SortButton({ column, state, onSort, numeric, children, ...props }: SortButtonProps) {
  const isSorted = state.sort === column;
  const Arrow = !isSorted ? ChevronsUpDown : state.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      {...props}
      onClick={() => onSort(column)}
      className={cn(
        'group/sort relative -mx-1 inline-flex min-h-6 max-w-[calc(100%+8px)] items-center gap-1 rounded-xs px-1 hover:text-text pointer-coarse:min-h-9',
        numeric ? 'text-right' : 'text-left',
        isSorted && 'text-text',
      )}
    >
      <span className="line-clamp-2 [overflow-wrap:anywhere] max-sm:text-[11px]">{children}</span>
      <Arrow
        aria-hidden
        className={cn(
          'size-3 shrink-0',
          // A numeric header has room to its left, and the name keeps its place.
          numeric && 'absolute right-full',
          !isSorted && 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  );
}
