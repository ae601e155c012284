import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        'inline-grid h-[18px] min-w-[18px] place-items-center rounded-xs border border-line-strong px-1 font-mono text-[11px] leading-none text-text-3',
        className,
      )}
      {...props}
    />
  );
}
