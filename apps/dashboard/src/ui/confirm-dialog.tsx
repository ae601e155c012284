import { AlertDialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { dialogStyle, overlayStyle } from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Notice } from './notice.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** The verb of the action, such as "Delete project". */
  confirmLabel: string;
  /** Closes when done; a rejection keeps the dialog open and shows the error's message. */
  onConfirm: () => unknown;
  tone?: 'danger' | 'primary';
  cancelLabel?: string;
  /** The action waits until this text has been typed. */
  typeToConfirm?: string;
  /** For a caller that tracks the request itself. */
  pending?: boolean;
  children?: ReactNode;
}

export function ConfirmDialog({ open, onOpenChange, ...props }: ConfirmDialogProps) {
  const focus = useReturnFocus({});
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayStyle} />
        <AlertDialog.Content data-slot="confirm-dialog" className={dialogStyle} {...focus}>
          <ConfirmForm {...props} onDone={() => onOpenChange(false)} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

// A component of its own, so that what was typed and what failed is forgotten on closing.
function ConfirmForm(props: Omit<ConfirmDialogProps, 'open' | 'onOpenChange'> & { onDone: () => void }) {
  const {
    title,
    text,
    confirmLabel,
    onConfirm,
    tone = 'danger',
    cancelLabel = 'Cancel',
    typeToConfirm,
  } = props;
  const [typed, setTyped] = useState('');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const pending = running || (props.pending ?? false);
  const ready = !typeToConfirm || typed.trim() === typeToConfirm.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || pending) return;
    setRunning(true);
    setFailure(null);
    try {
      await onConfirm();
      props.onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'That did not work. Please try again.');
    } finally {
      setRunning(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-4 pb-5">
        <div className="grid gap-1">
          <AlertDialog.Title className="text-lg font-semibold tracking-[-0.01em]">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild className="text-[13px] text-text-2">
            <div>{text}</div>
          </AlertDialog.Description>
        </div>
        {props.children}
        {typeToConfirm && (
          <Field
            label={
              <>
                Type <b className="font-semibold text-text">{typeToConfirm}</b> to confirm
              </>
            }
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(e) => setTyped(e.target.value)}
            />
          </Field>
        )}
        {failure && (
          <Notice tone="bad" role="alert">
            {failure}
          </Notice>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <AlertDialog.Cancel asChild>
          <Button>{cancelLabel}</Button>
        </AlertDialog.Cancel>
        <Button type="submit" variant={tone} disabled={!ready} loading={pending}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
