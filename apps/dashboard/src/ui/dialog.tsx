import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { IconButton } from './icon-button.tsx';
import { surfaceMotion, surfaceStyle } from './menu-style.ts';
import { useReturnFocus } from './use-return-focus.ts';

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

export const overlayStyle =
  'fixed inset-0 z-40 bg-overlay animate-fade-in data-[state=closed]:animate-fade-out';

/** Centred, never higher than the window; on a phone it keeps a margin and scrolls inside. */
export const dialogStyle = cn(
  surfaceStyle,
  surfaceMotion,
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-24px)] w-[min(460px,calc(100vw-24px))] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-lg',
);

interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  title: ReactNode;
  description?: ReactNode;
  /** False hides the cross, for a dialog that must be answered. */
  closable?: boolean;
}

export function DialogContent(props: DialogContentProps) {
  const { title, description, closable = true, className, children, ...rest } = props;
  // Without a description the dialog must not point at one.
  const focus = useReturnFocus({ onOpenAutoFocus: focusFirstField, ...rest });
  const described = description ? {} : { 'aria-describedby': undefined };
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayStyle} />
      <Radix.Content
        data-slot="dialog"
        className={cn(dialogStyle, className)}
        {...described}
        {...rest}
        {...focus}
      >
        <div className="flex items-start gap-3 px-5 pt-4 pb-3">
          <div className="grid flex-1 gap-1">
            <Radix.Title className="text-lg font-semibold tracking-[-0.01em]">{title}</Radix.Title>
            {description && (
              <Radix.Description className="text-[13px] text-text-2">{description}</Radix.Description>
            )}
          </div>
          {closable && (
            <Radix.Close asChild>
              <IconButton label="Close" tooltip={false} size="sm" className="-mr-1.5">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          )}
        </div>
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}

/** A form opens with its first field focused; by default it would be the close button. */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  const field = dialog.querySelector<HTMLElement>('[data-slot="dialog-body"] :is(input, textarea, select)');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** The part that scrolls. */
export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-body"
      className={cn('grid min-h-0 gap-4 overflow-y-auto px-5 pt-1 pb-5', className)}
      {...props}
    />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn(
        'flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3',
        className,
      )}
      {...props}
    />
  );
}
