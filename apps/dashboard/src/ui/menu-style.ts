/** The floating surface of menus, selects, popovers and the palette's list. */
export const surfaceStyle = 'rounded-md border border-line-strong bg-raised text-text shadow-lg outline-none';

export const surfaceMotion = 'animate-pop-in data-[state=closed]:animate-pop-out';

/** One row of such a list. Highlight comes from the keyboard or the pointer alike. */
export const menuItemStyle = [
  'relative flex min-h-[30px] items-center gap-2 rounded-sm px-2 py-1 text-[13px] outline-none select-none pointer-coarse:min-h-9',
  '[&_svg]:shrink-0 [&_svg:not([class*=size-])]:size-[15px]',
].join(' ');

export const menuItemDisabled = 'data-[disabled]:pointer-events-none data-[disabled]:opacity-50';

export const menuLabelStyle = 'px-2 pt-1.5 pb-1 text-xs font-medium text-text-3';
