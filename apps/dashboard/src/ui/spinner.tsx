import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

interface SpinnerProps extends ComponentProps<'svg'> {
  /** Spoken text; without it the spinner is decoration. */
  label?: string;
}

export function Spinner({ label, className, ...props }: SpinnerProps) {
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label when it has something to say, hidden otherwise
    <svg
      viewBox="0 0 16 16"
      fill="none"
      {...name}
      className={cn('size-4 animate-spin', className)}
      {...props}
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.75" opacity="0.25" />
      <path
        d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
