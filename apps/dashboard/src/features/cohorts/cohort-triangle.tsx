import type { CohortRow } from '@trailmark/contract/cohorts';
import { capital } from '@trailmark/contract/project-words';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useProjectWords } from '../../project/project-words.ts';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableHead } from '../../ui/table.tsx';
import { type CellPosition, cellAt, isSamePosition, positionByKey, positionOf } from './cell-position.ts';
import { CohortDetails, detailsHeight } from './cohort-details.tsx';
import { hottest } from './cohort-heat.ts';
import { CohortLine, dayColumn, nameColumn, sizeColumn } from './cohort-line.tsx';
import type { CohortMetric } from './cohort-view.ts';
import { cellWords } from './cohort-words.ts';

const head = 'h-[34px] border-b border-line bg-panel text-[12px] font-medium whitespace-nowrap text-text-3';

interface CohortTriangleProps {
  metric: CohortMetric;
  /** What a row is: "Install day". */
  what: string;
  total: CohortRow;
  rows: readonly CohortRow[];
  nameOf: (row: CohortRow) => string;
  currency: string;
}

/**
 * A row for each cohort, a column for each day after the install; its first columns stay in sight. One stop for the
 * keyboard: from there arrows lead to every cell.
 */
export function CohortTriangle({ metric, what, total, rows, nameOf, currency }: CohortTriangleProps) {
  const words = useProjectWords();
  const details = useId();
  const { pointed, focused, handlers } = useActiveCell(rows.length + 1, total.cells.length);
  const most = useMemo(() => hottest(rows, metric), [rows, metric]);
  const lines = useMemo(
    () => [{ row: total, name: 'All' }, ...rows.map((row) => ({ row, name: nameOf(row) }))],
    [total, rows, nameOf],
  );
  const said = (position: CellPosition) => {
    const line = lines[position.row];
    const cell = line?.row.cells[position.day];
    if (!line || !cell) return null;
    const text = cellWords({ cell, metric, size: line.row.cohort_size, style: { currency }, words });
    return { title: `${line.name}, day ${cell.day}`, text };
  };
  const shown = pointed ?? focused;
  const stop = focused ?? { row: 0, day: 0 };
  return (
    <>
      <CohortDetails id={details} said={shown && said(shown)} />
      <Table
        label="Cohorts"
        role="grid"
        aria-readonly
        isTabStop={false}
        onPhones="own"
        scrollerClassName="max-h-[70dvh] scroll-pt-[34px] scroll-pl-44 sm:scroll-pl-68 max-sm:@container max-sm:snap-x max-sm:snap-mandatory max-sm:[scrollbar-width:none]"
        className="w-auto min-w-full"
        {...handlers}
      >
        <TriangleHead what={what} days={total.cells.map(({ day }) => day)} />
        <tbody className="[&>tr:last-child>*]:border-b-0">
          {lines.map(({ row, name }, at) => (
            <CohortLine
              key={at === 0 ? 'total' : row.key}
              row={row}
              name={name}
              metric={metric}
              most={most}
              currency={currency}
              isTotal={at === 0}
              stop={at === stop.row ? stop.day : null}
              details={details}
            />
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The cell under the mouse, and the one of the keyboard or a finger. */
function useActiveCell(rows: number, days: number) {
  const [pointed, setPointed] = useState<CellPosition | null>(null);
  const [last, setLast] = useState<CellPosition | null>(null);
  const mouse = useRef('');
  // Another query may have fewer rows or days.
  const focused = last && last.row < rows && last.day < days ? last : null;
  const handlers = {
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const from = event.altKey || event.ctrlKey || event.metaKey ? null : positionOf(event.target);
      const next = from && positionByKey(event.key, from, { rows, days });
      if (!next) return;
      event.preventDefault();
      cellAt(event.currentTarget, next)?.focus();
    },
    onFocus: (event: FocusEvent) => {
      const position = positionOf(event.target);
      if (!position) return;
      setLast(position);
      // Moving by keyboard overrules the mouse.
      setPointed(null);
    },
    onClick: (event: MouseEvent<HTMLTableElement>) => {
      const position = positionOf(event.target);
      if (position) cellAt(event.currentTarget, position)?.focus();
    },
    onPointerMove: (event: PointerEvent) => {
      const at = `${event.clientX} ${event.clientY}`;
      // Cells that scroll below a resting mouse are not pointed at.
      if (event.pointerType !== 'mouse' || at === mouse.current) return;
      mouse.current = at;
      const position = positionOf(event.target);
      setPointed((before) => (isSamePosition(before, position) ? before : position));
    },
    onPointerLeave: () => setPointed(null),
  };
  return { pointed, focused, handlers };
}

function TriangleHead({ what, days }: { what: string; days: readonly number[] }) {
  const { allInstalls } = useProjectWords();
  return (
    <TableHead className="z-[3]">
      <tr>
        <th scope="col" className={cn(head, nameColumn, 'pl-3 text-left sm:pl-4')}>
          {what}
        </th>
        <th
          scope="col"
          className={cn(
            head,
            sizeColumn,
            'pr-2 text-right text-[11px] leading-[13px] whitespace-normal sm:pr-3',
          )}
        >
          {capital(allInstalls)}
        </th>
        {days.map((day) => (
          <th key={day} scope="col" className={cn(head, dayColumn, 'num px-1 text-center')}>
            D{day}
          </th>
        ))}
      </tr>
    </TableHead>
  );
}

const SKELETON_ROWS = 12;

/** In the size of the table that comes. */
export function TriangleLoading({ rows = SKELETON_ROWS }: { rows?: number }) {
  return (
    <div aria-hidden className="grid">
      <div className={detailsHeight} />
      <div className="h-[34px] border-b border-line" />
      {Array.from({ length: rows + 1 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={row} className="flex h-8 items-center gap-6 border-b border-line px-4">
          <Skeleton className="h-3 w-28 shrink-0" />
          <Skeleton className="h-3 w-10 shrink-0" />
          <Skeleton className="h-3 flex-1" />
        </div>
      ))}
    </div>
  );
}
