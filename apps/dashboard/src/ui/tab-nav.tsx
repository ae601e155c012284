import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { tabListStyle, tabStyle } from './tab-style.ts';

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
