import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const tabListStyle =
  'flex min-w-0 gap-5 overflow-x-auto border-b border-line [scrollbar-width:none] [&::-webkit-scrollbar]:hidden';

/** Underlined when it is the current page. */
const tabStyle = [
  'relative inline-flex h-9 shrink-0 items-center gap-1.5 px-0.5 font-medium whitespace-nowrap text-text-2 transition-colors',
  'hover:text-text focus-visible:rounded-xs focus-visible:-outline-offset-2 disabled:opacity-50 [&_svg]:size-[15px]',
  'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent',
  'aria-[current=page]:text-text aria-[current=page]:after:bg-accent',
].join(' ');

/** Tabs that are pages of their own: links, with the back button working. Needs aria-label. */
export function TabNav({ className, ...props }: ComponentProps<'nav'>) {
  return <nav data-slot="tab-nav" className={cn(tabListStyle, className)} {...props} />;
}

interface TabNavLinkProps extends ComponentProps<'a'> {
  /** The router's link as only child; it sets aria-current="page" itself. */
  asChild?: boolean;
  active?: boolean;
}

export function TabNavLink({ asChild = false, active, className, ...props }: TabNavLinkProps) {
  const Element = asChild ? Slot.Root : 'a';
  const current = active ? ({ 'aria-current': 'page' } as const) : {};
  return <Element className={cn(tabStyle, className)} {...current} {...props} />;
}
