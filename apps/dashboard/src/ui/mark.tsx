import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The double blaze: two upright bars, the second higher. Decoration; the name is shown next to it. */
export function Mark({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      aria-hidden
      data-slot="mark"
      className={cn(
        'inline-grid size-[26px] shrink-0 place-items-center rounded-[27%] bg-[linear-gradient(160deg,#2b6fe0,#1b4fae)]',
        className,
      )}
      {...props}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-[62%]">
        <rect x="3" y="5.5" width="4.2" height="8" rx="1.1" fill="#fff" opacity="0.62" />
        <rect x="8.8" y="2.5" width="4.2" height="8" rx="1.1" fill="#fff" />
      </svg>
    </span>
  );
}
