import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { CHART_COLORS, type ChartColor, colorAt } from './chart-colors.ts';

export interface BarRow {
  key: string;
  label: ReactNode;
  /** How long the bar is, against the longest. */
  size: number | null;
  color?: ChartColor;
  /** One for each head of the list. */
  cells: readonly ReactNode[];
}

const headStyle = 'h-6 pl-2 text-right align-bottom font-normal whitespace-normal';

/** The widths of a list by how many numbers it has; of four, a phone leaves the second out. */
function lookOf(numbers: number): { name: string; number: string; second?: string } {
  if (numbers > 3) {
    return { name: 'w-[26%] max-sm:w-[30%]', number: 'w-[16.5%] max-sm:w-[20%]', second: 'max-sm:hidden' };
  }
  return numbers > 2 ? { name: 'w-[30%]', number: 'w-[20%]' } : { name: 'w-[32%]', number: 'w-[24%]' };
}

interface BarListProps {
  label: string;
  /** What the rows are, for screen readers, then a head for every cell. */
  heads: readonly [string, ...ReactNode[]];
  /** Null while they load. */
  rows: readonly BarRow[] | null;
  /** Rows of the skeleton: as many as usually come. */
  expected?: number;
}

/** A breakdown as bars with their numbers; a table to screen readers. Its container sets aria-busy. */
export function BarList({ label, heads, rows, expected = 5 }: BarListProps) {
  const [what, ...numbers] = heads;
  const look = lookOf(numbers.length);
  const most = Math.max(...(rows ?? []).map(({ size }) => size ?? 0), 0);
  return (
    <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr className="text-xs text-text-3">
          <th scope="col" className={cn(look.name, 'font-normal')}>
            <span className="sr-only">{what}</span>
          </th>
          <th aria-hidden />
          {numbers.map((head, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: heads stay in their places
            <th key={index} scope="col" className={cn(headStyle, look.number, index === 1 && look.second)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === null &&
          Array.from({ length: expected }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <tr key={index} aria-hidden>
              <td colSpan={numbers.length + 2} className="h-8">
                <Skeleton className="h-3" />
              </td>
            </tr>
          ))}
        {rows?.map(({ key, label: name, size, color, cells }, index) => (
          <tr key={key}>
            <th scope="row" className="h-8 pr-2 text-left leading-4 font-normal">
              <span className="line-clamp-2 wrap-anywhere">{name}</span>
            </th>
            <td>
              <span aria-hidden className="block h-2 overflow-hidden rounded-full bg-press">
                <span
                  className="block h-full rounded-full"
                  style={{
                    width: `${most > 0 ? Math.max(((size ?? 0) / most) * 100, 0) : 0}%`,
                    background: CHART_COLORS[color ?? colorAt(index)],
                  }}
                />
              </span>
            </td>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells belong to their heads by position
              <td key={at} className={cn('num pl-2 text-right', at === 1 && look.second)}>
                {/* What is too wide uses the gap before it: a number without its end would be another one. */}
                <span className="flex justify-end whitespace-nowrap">{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
