import type { ComponentProps } from 'react';
import { cn } from '../ui/cn.ts';

/** As many as there are columns at full width. */
export const KPI_COUNT = 7;

/** Metrics side by side, with a line between each two whatever the width: the gap is the line. */
export function Cells({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line *:bg-panel',
        'max-xl:*:last:col-span-2 md:grid-cols-4 xl:grid-cols-7',
        className,
      )}
      {...props}
    />
  );
}
