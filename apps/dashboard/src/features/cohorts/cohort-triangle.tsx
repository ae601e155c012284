import type { CohortCell, CohortRow } from '@trailmark/contract/cohorts';
import { memo } from 'react';
import { formatValue, NO_VALUE, type ValueStyle } from '../../report/format-value.ts';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableHead } from '../../ui/table.tsx';
import { heatOf, hottest } from './cohort-heat.ts';
import { type CohortFigure, FIGURE_WORDS } from './cohort-view.ts';
import { cellWords, isNotYet } from './cohort-words.ts';

const NAME = 'sticky left-0 z-[1] w-28 min-w-28 max-w-28 sm:w-48 sm:min-w-48 sm:max-w-48';
const SIZE = 'sticky left-28 z-[1] w-16 min-w-16 border-r sm:left-48 sm:w-20 sm:min-w-20';
const head = 'h-[34px] border-b border-line bg-panel text-[12px] font-medium whitespace-nowrap text-text-3';

interface CohortTriangleProps {
  figure: CohortFigure;
  /** What a row is: "Install day". */
  what: string;
  total: CohortRow;
  rows: readonly CohortRow[];
  nameOf: (row: CohortRow) => string;
  style: ValueStyle;
}

/** A row for each cohort, a column for each day after the install; its first columns stay in sight. */
export function CohortTriangle({ figure, what, total, rows, nameOf, style }: CohortTriangleProps) {
  const most = hottest(rows, figure);
  return (
    <Table label="Cohorts" scrollerClassName="max-h-[70dvh]" className="w-auto min-w-full">
      <TriangleHead what={what} days={total.cells.map(({ day }) => day)} />
      <tbody className="[&>tr:last-child>*]:border-b-0">
        <Line row={total} name="All" figure={figure} most={most} style={style} isTotal />
        {rows.map((row) => (
          <Line key={row.key} row={row} name={nameOf(row)} figure={figure} most={most} style={style} />
        ))}
      </tbody>
    </Table>
  );
}

function TriangleHead({ what, days }: { what: string; days: readonly number[] }) {
  return (
    <TableHead className="z-[3]">
      <tr>
        <th scope="col" className={cn(head, NAME, 'pl-3 text-left sm:pl-4')}>
          {what}
        </th>
        <th scope="col" className={cn(head, SIZE, 'pr-2 text-right sm:pr-3')}>
          Installs
        </th>
        {days.map((day) => (
          <th key={day} scope="col" className={cn(head, 'num min-w-14 px-1 text-center')}>
            D{day}
          </th>
        ))}
      </tr>
    </TableHead>
  );
}

interface LineProps {
  row: CohortRow;
  name: string;
  figure: CohortFigure;
  most: number;
  style: ValueStyle;
  isTotal?: boolean;
}

function Line({ row, name, figure, most, style, isTotal = false }: LineProps) {
  const cell = cn(
    'h-8 border-b',
    isTotal ? 'border-line-strong bg-raised font-semibold' : 'border-line bg-panel',
  );
  return (
    <tr>
      <th scope="row" title={name} className={cn(cell, NAME, 'truncate pl-3 text-left font-medium sm:pl-4')}>
        {name}
      </th>
      <td className={cn(cell, SIZE, 'num border-r-line pr-2 text-right sm:pr-3')}>
        {formatValue({ unit: 'count' }, row.installs, style)}
      </td>
      {row.cells.map((one) => (
        <Cell
          key={one.day}
          cell={one}
          figure={figure}
          heat={heatOf(one.value === null ? null : Number(one.value), most)}
          installs={row.installs}
          currency={style.currency}
          isTotal={isTotal}
        />
      ))}
    </tr>
  );
}

interface CellProps {
  cell: CohortCell;
  figure: CohortFigure;
  heat: number;
  installs: number;
  currency: string;
  isTotal: boolean;
}

/** Thousands of them: each is one element, and says more when pointed at. */
const Cell = memo(function Cell({ cell, figure, heat, installs, currency, isTotal }: CellProps) {
  const shown = formatValue(FIGURE_WORDS[figure], cell.value, { currency });
  const isEmpty = shown === NO_VALUE;
  return (
    <td
      title={`Day ${cell.day}. ${cellWords({ cell, figure, installs, style: { currency } })}`}
      data-mature={cell.mature}
      style={
        heat > 0
          ? {
              background: `color-mix(in srgb, var(--accent) ${heat}%, var(--${isTotal ? 'raised' : 'panel'}))`,
            }
          : undefined
      }
      className={cn(
        'num h-8 min-w-14 border-b px-1.5 text-center text-[12px] whitespace-nowrap',
        isTotal ? 'border-line-strong bg-raised font-semibold' : 'border-line bg-panel',
        isEmpty && 'text-text-3',
        !isEmpty && !cell.mature && 'italic underline decoration-dotted underline-offset-[3px]',
      )}
    >
      {isNotYet(cell) ? <span className="sr-only">not yet</span> : shown}
    </td>
  );
});

const SKELETON_ROWS = 12;

/** In the size of the table that comes. */
export function TriangleLoading({ rows = SKELETON_ROWS }: { rows?: number }) {
  return (
    <div aria-hidden className="grid">
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
