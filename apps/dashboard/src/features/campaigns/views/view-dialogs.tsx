import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { type SavedView, VIEW_NAME_LENGTH } from './saved-views.ts';

interface DialogState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface NameViewProps extends DialogState {
  taken: readonly string[];
  onSave: (name: string) => Promise<void>;
  saving: boolean;
}

export function NameView({ open, onOpenChange, ...props }: NameViewProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Save this view"
        description="Filters, days, grouping, order and columns, for you in this project."
      >
        <NameForm {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function NameForm({
  taken,
  onSave,
  saving,
  onDone,
}: Omit<NameViewProps, keyof DialogState> & { onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isTaken = taken.includes(name);
  // A failure is shown as a toast, and what was typed stays.
  const submit = () => onSave(name).then(onDone, () => undefined);
  return (
    <DialogForm onSubmit={submit} submitLabel="Save view" pending={saving} disabled={!name || isTaken}>
      <Field label="Name" error={isTaken ? 'Another view has this name.' : undefined}>
        <Input
          maxLength={VIEW_NAME_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}

interface ManageViewsProps extends DialogState {
  views: readonly SavedView[];
  onChange: (changed: (views: SavedView[]) => SavedView[]) => void;
}

export function ManageViews({ open, onOpenChange, views, onChange }: ManageViewsProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Views" description="A name is saved when you leave its field.">
        <DialogBody className="gap-2">
          {views.map((view) => (
            <ViewRow key={view.id} view={view} onChange={onChange} />
          ))}
          {views.length === 0 && <p className="text-text-2">No view is saved.</p>}
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="primary">Done</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function ViewRow({ view, onChange }: { view: SavedView; onChange: ManageViewsProps['onChange'] }) {
  const [typed, setTyped] = useState(view.name);
  const rename = () => {
    const name = typed.trim();
    if (!name) return setTyped(view.name);
    if (name === view.name) return;
    onChange((views) => views.map((one) => (one.id === view.id ? { ...one, name } : one)));
  };
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <Input
        aria-label={`Name of ${view.name}`}
        maxLength={VIEW_NAME_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={rename}
      />
      <IconButton
        label={`Delete ${view.name}`}
        tooltip={false}
        onClick={() => onChange((views) => views.filter((one) => one.id !== view.id))}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </form>
  );
}
