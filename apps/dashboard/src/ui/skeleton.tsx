import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { TableCell, TableRow } from './table.tsx';

/** Give it the size of what will replace it. The container around it says aria-busy. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      data-slot="skeleton"
      className={cn('h-4 animate-pulse rounded-xs bg-press', className)}
      {...props}
    />
  );
}

/** Lines as high as lines of text; the last one is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden className={className}>
      {numbersTo(lines).map((line) => (
        <div key={line} className="flex h-[20.25px] items-center">
          <Skeleton className={cn('h-3 w-full', line === lines && lines > 1 && 'w-3/5')} />
        </div>
      ))}
    </div>
  );
}

const widths = ['w-32', 'w-20', 'w-24', 'w-16', 'w-28'];

interface SkeletonRowsProps {
  rows?: number;
  columns: number;
  /** Classes of the cells of a column, the first being 1. */
  cellClassName?: (column: number) => string | undefined;
}

/** Rows for a TableBody, as high as real ones. */
export function SkeletonRows({ rows = 8, columns, cellClassName }: SkeletonRowsProps) {
  return numbersTo(rows).map((row) => (
    <TableRow key={row} aria-hidden>
      {numbersTo(columns).map((column) => (
        <TableCell key={column} className={cellClassName?.(column)}>
          <Skeleton className={cn('h-3', widths[(row * 3 + column * 2) % widths.length])} />
        </TableCell>
      ))}
    </TableRow>
  ));
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
