import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** One row on a phone, which a finger moves sideways; there is room for the focus ring around what is in it. */
export const toolbarStyle =
  'flex min-w-0 items-center gap-2 sm:flex-wrap max-sm:-m-1 max-sm:overflow-x-auto max-sm:p-1 max-sm:[scrollbar-width:none] max-sm:*:shrink-0';

/** What narrows or arranges what is below it. */
export function Toolbar({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="toolbar" className={cn(toolbarStyle, className)} {...props} />;
}

interface ToolbarPartProps extends ComponentProps<'div'> {
  /** At the end of the row, where there is room. */
  atEnd?: boolean;
}

/** Controls that belong together; on a phone they are part of the one row. */
export function ToolbarPart({ atEnd = false, className, ...props }: ToolbarPartProps) {
  return (
    <div
      className={cn(
        'max-sm:contents max-sm:*:shrink-0 sm:flex sm:min-w-0 sm:flex-wrap sm:items-center sm:gap-2',
        atEnd && 'sm:ml-auto',
        className,
      )}
      {...props}
    />
  );
}
