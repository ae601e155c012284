import { cva } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { useFieldWiring } from './field.tsx';

/** The face of everything that holds a value: inputs, text areas, select and combobox triggers. */
export const controlStyle = cva([
  'w-full min-w-0 rounded-sm border border-line-strong bg-raised text-text transition-colors',
  // Below 16px iOS zooms the page into a focused field.
  'text-base pointer-coarse:text-[16px]',
  'hover:border-line-control focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-bad aria-invalid:focus-visible:outline-bad',
  'disabled:cursor-not-allowed disabled:bg-hover disabled:text-text-2 disabled:hover:border-line-strong',
]);

interface InputProps extends ComponentProps<'input'> {
  /** A decorative icon at the start. */
  icon?: ReactNode;
  /** A unit, a hint or a button at the end. */
  trailing?: ReactNode;
}

export function Input({ icon, trailing, className, ...props }: InputProps) {
  const wired = useFieldWiring(props);
  const input = (
    <input
      data-slot="input"
      className={cn(
        controlStyle(),
        'h-control px-2.5 text-ellipsis read-only:bg-hover',
        icon && 'pl-8',
        trailing && 'pr-12',
        className,
      )}
      {...wired}
    />
  );
  if (!icon && !trailing) return input;
  return (
    <span className="relative flex w-full items-center">
      {icon && (
        <span aria-hidden className="pointer-events-none absolute left-2.5 text-text-3 [&_svg]:size-[15px]">
          {icon}
        </span>
      )}
      {input}
      {trailing && (
        <span className="absolute right-1.5 flex items-center text-sm text-text-3">{trailing}</span>
      )}
    </span>
  );
}
