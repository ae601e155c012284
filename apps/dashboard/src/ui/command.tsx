import { Command as Cmdk, useCommandState } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { overlayStyle } from './dialog.tsx';
import { Kbd } from './kbd.tsx';
import { menuItemStyle, surfaceMotion, surfaceStyle } from './menu-style.ts';
import { useReturnFocus } from './use-return-focus.ts';

export function Command({ className, ...props }: ComponentProps<typeof Cmdk>) {
  return <Cmdk data-slot="command" className={cn('flex flex-col overflow-hidden', className)} {...props} />;
}

interface CommandDialogProps extends ComponentProps<typeof Cmdk> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The palette's name for screen readers. */
  label: string;
}

export function CommandDialog({ open, onOpenChange, label, className, ...props }: CommandDialogProps) {
  const focus = useReturnFocus({});
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyle} />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className={cn(
            surfaceStyle,
            surfaceMotion,
            'fixed top-[max(12vh,12px)] left-1/2 z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-lg',
          )}
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          <Command label={label} loop className={className} {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function CommandInput({ className, ...props }: ComponentProps<typeof Cmdk.Input>) {
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-3">
      <Search aria-hidden className="size-[15px] shrink-0 text-text-3" />
      <Cmdk.Input
        data-slot="command-input"
        className={cn('h-full w-full bg-transparent outline-none pointer-coarse:text-[16px]', className)}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof Cmdk.List>) {
  return (
    <Cmdk.List
      data-slot="command-list"
      className={cn('max-h-[min(380px,60vh)] scroll-py-1 overflow-y-auto overscroll-contain p-1', className)}
      {...props}
    />
  );
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Cmdk.Group>) {
  return (
    <Cmdk.Group
      data-slot="command-group"
      className={cn(
        '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1',
        '[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-3',
        className,
      )}
      {...props}
    />
  );
}

interface CommandItemProps extends ComponentProps<typeof Cmdk.Item> {
  icon?: ReactNode;
  /** Faint text at the end, such as where the item leads. */
  hint?: ReactNode;
  /** Keys to press, such as ['G', 'O']. */
  shortcut?: readonly string[];
}

export function CommandItem({ icon, hint, shortcut, className, children, ...props }: CommandItemProps) {
  return (
    <Cmdk.Item
      data-slot="command-item"
      className={cn(
        menuItemStyle,
        'data-[disabled=true]:pointer-events-none data-[disabled=true]:opacity-50 data-[selected=true]:bg-press',
        className,
      )}
      {...props}
    >
      {icon && (
        <span aria-hidden className="text-text-2">
          {icon}
        </span>
      )}
      {children}
      {hint && <span className="ml-auto truncate pl-3 text-xs text-text-3">{hint}</span>}
      {shortcut && (
        <span className={cn('flex gap-1', !hint && 'ml-auto')}>
          {shortcut.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Cmdk.Item>
  );
}

export function CommandEmpty({ className, ...props }: ComponentProps<typeof Cmdk.Empty>) {
  return <Cmdk.Empty className={cn('px-2 py-8 text-center text-sm text-text-3', className)} {...props} />;
}

/** Our own, since a listbox may not hold the role that cmdk gives its separator. */
export function CommandSeparator({ className, ...props }: ComponentProps<'div'>) {
  const searching = useCommandState((state) => state.search !== '');
  if (searching) return null;
  return <div aria-hidden className={cn('-mx-1 my-1 h-px bg-line', className)} {...props} />;
}

/** A faint last line: which keys do what. */
export function CommandFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'flex h-9 shrink-0 items-center gap-3 border-t border-line px-3 text-xs text-text-3 pointer-coarse:hidden',
        className,
      )}
      {...props}
    />
  );
}
