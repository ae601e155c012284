import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

interface NavItemProps extends ComponentProps<'a'> {
  /** The router's link as only child; it sets aria-current="page" itself. */
  asChild?: boolean;
  active?: boolean;
}

/** A row of the rail. Children: an icon, the text, and at the end a dot or a tag with `ml-auto`. */
export function NavItem({ asChild = false, active, className, ...props }: NavItemProps) {
  const Element = asChild ? Slot.Root : 'a';
  const current = active ? ({ 'aria-current': 'page' } as const) : {};
  return (
    <Element
      data-slot="nav-item"
      className={cn(
        'flex min-h-8 items-center gap-[9px] rounded-sm px-2 py-1 font-[450] text-text-2 transition-colors pointer-coarse:min-h-10',
        'hover:bg-hover hover:text-text aria-[current=page]:bg-press aria-[current=page]:font-[550] aria-[current=page]:text-text',
        '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.7]',
        className,
      )}
      {...current}
      {...props}
    />
  );
}

export function NavGroup({ label, className, ...props }: ComponentProps<'div'> & { label?: ReactNode }) {
  return (
    <div data-slot="nav-group" className={cn('grid gap-0.5', className)}>
      {label && <div className="px-2 pt-3.5 pb-1 text-[11px] font-medium text-text-3">{label}</div>}
      <div className="grid gap-0.5" {...props} />
    </div>
  );
}
