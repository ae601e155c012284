import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx';

interface FormFrameProps {
  onSubmit: FormEventHandler;
  saving: boolean;
  /** Beside the buttons, at the left. */
  secondary?: ReactNode;
  children: ReactNode;
}

/** What the ways of telling have in common. */
export function FormFrame({ onSubmit, saving, secondary, children }: FormFrameProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        {secondary && <div className="mr-auto">{secondary}</div>}
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={saving}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}

interface AppFrameProps {
  number: number;
  /** Undefined where it is the only one. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
}

/** One app of several. */
export function AppFrame({ number, onRemove, children }: AppFrameProps) {
  return (
    <fieldset className="grid min-w-0 gap-4 not-first:border-t not-first:border-line not-first:pt-4">
      <legend className="sr-only">App {number}</legend>
      {children}
      {onRemove && (
        <Button size="sm" variant="quiet" onClick={onRemove} className="-ml-2 w-fit">
          Remove this app
        </Button>
      )}
    </fieldset>
  );
}
