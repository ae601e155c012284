import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { surfaceMotion, surfaceStyle } from './menu-style.ts';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;

/** Needs aria-label or aria-labelledby: it is a dialog to a screen reader. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="popover"
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          surfaceStyle,
          surfaceMotion,
          'z-50 w-72 max-w-[calc(100vw-16px)] origin-(--radix-popover-content-transform-origin) p-3',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
