import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  icon?: ReactNode;
  /** What will be here. */
  title: ReactNode;
  /** Why it is empty. */
  text?: ReactNode;
  /** The one button that changes that. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action, className, ...props }: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={cn('grid justify-items-center gap-1.5 px-6 py-12 text-center', className)}
      {...props}
    >
      {icon && (
        <span
          aria-hidden
          className="mb-2 grid size-10 place-items-center rounded-md border border-line-strong bg-raised text-text-2 [&_svg]:size-[18px] [&_svg]:stroke-[1.7]"
        >
          {icon}
        </span>
      )}
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-[46ch] text-balance text-text-2">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
