import type { CohortCell, CohortRow } from '@trailmark/contract/cohorts';
import { memo } from 'react';
import { formatValue, NO_VALUE } from '../../report/format-value.ts';
import { cn } from '../../ui/cn.ts';
import { heatOf } from './cohort-heat.ts';
import { COHORT_METRIC_WORDS, type CohortMetric } from './cohort-view.ts';
import { isNotYet } from './cohort-words.ts';

export const nameColumn = 'sticky left-0 z-[1] w-28 min-w-28 max-w-28 sm:w-48 sm:min-w-48 sm:max-w-48';
export const sizeColumn = 'sticky left-28 z-[1] w-16 min-w-16 border-r sm:left-48 sm:w-20 sm:min-w-20';
/** On a phone three days are in sight, two on a small one, and none is cut in two. */
export const dayColumn =
  'min-w-14 max-sm:min-w-[calc((100cqw-176px)/3)] max-sm:snap-start max-[23.75rem]:min-w-[calc((100cqw-176px)/2)]';

interface CohortLineProps {
  row: CohortRow;
  name: string;
  metric: CohortMetric;
  most: number;
  currency: string;
  isTotal?: boolean;
  /** The day on which the keyboard comes into the triangle; null when it is in another row. */
  stop: number | null;
  /** The id of what says more about that day. */
  details: string;
}

/** Rendered again only when its own props change: moving over the cells changes at most two rows. */
export const CohortLine = memo(function CohortLine(props: CohortLineProps) {
  const { row, name, metric, most, currency, isTotal = false, stop, details } = props;
  const cell = cn(
    'h-8 border-b',
    isTotal ? 'border-line-strong bg-raised font-semibold' : 'border-line bg-panel',
  );
  return (
    <tr>
      <th
        scope="row"
        title={name}
        className={cn(cell, nameColumn, 'truncate pl-3 text-left font-medium sm:pl-4')}
      >
        {name}
      </th>
      <td className={cn(cell, sizeColumn, 'num border-r-line pr-2 text-right sm:pr-3')}>
        {formatValue({ unit: 'count' }, row.cohort_size, { currency })}
      </td>
      {row.cells.map((one, at) => (
        <Cell
          key={one.day}
          cell={one}
          metric={metric}
          heat={heatOf(one.value === null ? null : Number(one.value), most)}
          currency={currency}
          isTotal={isTotal}
          details={at === stop ? details : null}
        />
      ))}
    </tr>
  );
});

interface CellProps {
  cell: CohortCell;
  metric: CohortMetric;
  heat: number;
  currency: string;
  isTotal: boolean;
  /** Given where the keyboard comes in. */
  details: string | null;
}

/** Thousands of them: each is one element. */
const Cell = memo(function Cell({ cell, metric, heat, currency, isTotal, details }: CellProps) {
  const shown = formatValue(COHORT_METRIC_WORDS[metric], cell.value, { currency });
  const isEmpty = shown === NO_VALUE;
  return (
    <td
      tabIndex={details === null ? -1 : 0}
      aria-describedby={details ?? undefined}
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
        'hover:outline-2 hover:-outline-offset-2 hover:outline-line-control focus:outline-2 focus:-outline-offset-2 focus:outline-accent',
        isTotal ? 'border-line-strong bg-raised font-semibold' : 'border-line bg-panel',
        isEmpty && 'text-text-3',
        !isEmpty && !cell.mature && 'italic underline decoration-dotted underline-offset-[3px]',
      )}
    >
      {isNotYet(cell) ? <span className="sr-only">not yet</span> : shown}
    </td>
  );
});
