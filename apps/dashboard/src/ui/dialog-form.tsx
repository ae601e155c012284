import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogBody, DialogClose, DialogFooter } from './dialog.tsx';

interface DialogFormProps {
  onSubmit: () => unknown;
  /** The verb of the action, such as "Add domain". */
  submitLabel: string;
  /** The request is on its way. */
  pending: boolean;
  /** There is nothing to send yet. */
  disabled?: boolean;
  /** "Close" once there is nothing to take back. */
  cancelLabel?: string;
  /** Left of the buttons. */
  secondary?: ReactNode;
  children: ReactNode;
}

/** A form that fills a dialog: its fields scroll, its buttons stay in sight. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, submitLabel, pending, disabled = false, secondary, children } = props;
  const { cancelLabel = 'Cancel' } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be above another form, which would receive the event too.
    event.stopPropagation();
    if (!pending && !disabled) onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        {secondary && <div className="mr-auto">{secondary}</div>}
        <DialogClose asChild>
          <Button>{cancelLabel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={disabled} loading={pending}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
