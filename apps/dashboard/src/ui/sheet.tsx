import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { overlayStyle } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export const Sheet = Dialog.Root;
export const SheetClose = Dialog.Close;

interface SheetContentProps extends Omit<ComponentProps<typeof Dialog.Content>, 'title'> {
  /** The drawer's name for screen readers. */
  title: string;
  side?: 'left' | 'right';
}

const sides = {
  left: 'left-0 border-r animate-sheet-left-in data-[state=closed]:animate-sheet-left-out',
  right: 'right-0 border-l animate-sheet-right-in data-[state=closed]:animate-sheet-right-out',
} as const;

export function SheetContent({ title, side = 'left', className, children, ...props }: SheetContentProps) {
  const focus = useReturnFocus(props);
  return (
    <Dialog.Portal>
      <Dialog.Overlay className={overlayStyle} />
      <Dialog.Content
        data-slot="sheet"
        aria-describedby={undefined}
        className={cn(
          'fixed inset-y-0 z-50 flex w-[min(280px,calc(100vw-48px))] flex-col overflow-y-auto border-line bg-bg shadow-lg outline-none',
          sides[side],
          className,
        )}
        {...props}
        {...focus}
      >
        <Dialog.Title className="sr-only">{title}</Dialog.Title>
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  );
}

/** At the end of a header. */
export function SheetCloseButton() {
  return (
    <SheetClose asChild>
      <IconButton label="Close" tooltip={false} size="sm" className="-mr-1.5">
        <X aria-hidden />
      </IconButton>
    </SheetClose>
  );
}
