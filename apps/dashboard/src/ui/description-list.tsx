import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export function DescriptionList({ className, ...props }: ComponentProps<'dl'>) {
  return <dl data-slot="description-list" className={cn('grid gap-[9px]', className)} {...props} />;
}

interface DescriptionProps extends Omit<ComponentProps<'div'>, 'children'> {
  label: ReactNode;
  children: ReactNode;
  /** For ids and codes. */
  mono?: boolean;
}

/** One row: the label at the left, its value at the right. */
export function Description({ label, children, mono = false, className, ...props }: DescriptionProps) {
  return (
    <div className={cn('flex items-baseline justify-between gap-3', className)} {...props}>
      <dt className="shrink-0 text-text-2">{label}</dt>
      <dd className={cn('num min-w-0 text-right break-words', mono && 'mono tracking-normal')}>{children}</dd>
    </div>
  );
}
