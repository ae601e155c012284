export const tabListStyle =
  'flex min-w-0 gap-5 overflow-x-auto border-b border-line [scrollbar-width:none] [&::-webkit-scrollbar]:hidden';

/** Underlined when it is the shown tab (data-state) or the current page (aria-current). */
export const tabStyle = [
  'relative inline-flex h-9 shrink-0 items-center gap-1.5 px-0.5 font-medium whitespace-nowrap text-text-2 transition-colors',
  'hover:text-text focus-visible:rounded-xs focus-visible:-outline-offset-2 disabled:opacity-50 [&_svg]:size-[15px]',
  'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent',
  'data-[state=active]:text-text data-[state=active]:after:bg-accent',
  'aria-[current=page]:text-text aria-[current=page]:after:bg-accent',
].join(' ');
