import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** A panel with a thin border. `tone="danger"` marks what cannot be undone. */
export function Card({ tone, className, ...props }: ComponentProps<'section'> & { tone?: 'danger' }) {
  return (
    <section
      data-slot="card"
      className={cn(
        'min-w-0 overflow-hidden rounded-lg border border-line bg-panel',
        tone === 'danger' && 'border-bad/45',
        className,
      )}
      {...props}
    />
  );
}

interface CardHeaderProps extends Omit<ComponentProps<'header'>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The heading's level in the page. */
  level?: 2 | 3;
}

export function CardHeader({ title, description, actions, level = 2, className, ...props }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <header
      data-slot="card-header"
      className={cn(
        'flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 pt-3 pb-2',
        description ? 'items-start' : 'items-center',
        className,
      )}
      {...props}
    >
      <div className="grid min-w-0 gap-0.5">
        <Heading className="font-semibold tracking-[-0.005em]">{title}</Heading>
        {description && <p className="max-w-[64ch] text-sm text-text-2">{description}</p>}
      </div>
      {actions && <div className="-my-0.5 flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-body" className={cn('px-4 pt-2 pb-4', className)} {...props} />;
}

/** A last line with a note at the left and the actions at the right. */
export function CardFooter({ className, ...props }: ComponentProps<'footer'>) {
  return (
    <footer
      data-slot="card-footer"
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-sm text-text-2',
        className,
      )}
      {...props}
    />
  );
}
