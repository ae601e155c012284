import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** The bar above a page: its title, what governs its data, its primary action. Stays in sight. */
export function TopBar({ className, ...props }: ComponentProps<'header'>) {
  return (
    <header
      data-slot="top-bar"
      className={cn(
        'sticky top-0 z-20 flex min-h-[52px] flex-wrap items-center gap-x-1.5 gap-y-2 border-b border-line bg-bg/86 px-3 py-2 backdrop-blur-[10px] sm:gap-x-2.5 sm:px-5',
        className,
      )}
      {...props}
    />
  );
}

const widths = { full: 'max-w-[1480px]', narrow: 'max-w-[760px]' } as const;

interface PageProps extends ComponentProps<'div'> {
  /** `narrow` for forms and prose. */
  width?: keyof typeof widths;
}

export function Page({ width = 'full', className, ...props }: PageProps) {
  return (
    <div
      data-slot="page"
      className={cn('grid w-full grid-cols-[minmax(0,1fr)] gap-4 p-3 sm:p-5', widths[width], className)}
      {...props}
    />
  );
}

interface PageHeaderProps extends Omit<ComponentProps<'div'>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** 2 where the top bar already has the page's h1. */
  level?: 1 | 2;
}

export function PageHeader({ title, description, actions, level = 1, className, ...props }: PageHeaderProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div
      data-slot="page-header"
      className={cn('flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5', className)}
      {...props}
    >
      <div className="grid min-w-0 gap-0.5">
        <Heading className="text-lg font-semibold tracking-[-0.01em]">{title}</Heading>
        {description && <p className="max-w-[72ch] text-text-2">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
