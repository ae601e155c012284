import { useNavigate } from '@tanstack/react-router';
import { CallError } from '@trailmark/contract/call';
import {
  type SavedView,
  VIEW_NAME_LENGTH,
  type ViewQuery,
  type ViewScreen,
} from '@trailmark/contract/saved-views';
import { useState } from 'react';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay } from '../../project/current-project.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { PRESET_WORDS, rangeWords } from '../range-words.ts';
import { useReportRange, useToday } from '../use-report-range.ts';
import { VIEW_PARAM } from './view-state.ts';
import { useChangeViews } from './views-query.ts';

interface SaveViewProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  screen: ViewScreen;
  state: { query: ViewQuery; columns: string[] | null };
  views: readonly SavedView[];
}

/** Keeps what the screen shows under a name. */
export function SaveView({ open, onOpenChange, ...props }: SaveViewProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Save this view" description={<Kept columns={props.state.columns} />}>
        <SaveForm {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

/** What a view keeps: a preset moves on with the calendar, picked days do not. */
function Kept({ columns }: { columns: string[] | null }) {
  const range = useReportRange();
  const today = useToday();
  const days = range.preset ? `“${PRESET_WORDS[range.preset]}”` : rangeWords(range, today).days;
  const what = columns ? 'Filters, grouping, order, columns' : 'Filters and settings';
  return `${what} and the range ${days}${range.preset ? ', which moves on with the calendar' : ', which stays as it is'}.`;
}

function SaveForm({
  screen,
  state,
  views,
  onDone,
}: Pick<SaveViewProps, 'screen' | 'state' | 'views'> & { onDone: () => void }) {
  const mayShare = useMay()('views.share');
  const navigate = useNavigate();
  const { create } = useChangeViews();
  const [typed, setTyped] = useState('');
  const [shared, setShared] = useState(false);
  const name = typed.trim();
  const taken = create.error instanceof CallError && create.error.fields.name !== undefined;
  const isTaken = views.some((view) => view.may_change && view.name.toLowerCase() === name.toLowerCase());
  const submit = () =>
    create.mutate(
      { name, screen, ...state, shared },
      {
        onSuccess: ({ view_id }) => {
          toast({ title: shared ? `${name} is shared with the project` : `${name} is saved` });
          void navigate({
            to: '.',
            search: (before) => ({ ...before, [VIEW_PARAM]: view_id }),
            replace: true,
          });
          onDone();
        },
        onError: (error) => {
          if (!(error instanceof CallError && error.fields.name))
            toastFailure('The view was not saved', error);
        },
      },
    );
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel="Save view"
      pending={create.isPending}
      disabled={!name || isTaken}
    >
      <Field label="Name" error={isTaken || taken ? 'Another view of yours has this name.' : undefined}>
        <Input
          maxLength={VIEW_NAME_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            create.reset();
          }}
        />
      </Field>
      {mayShare && (
        <Field
          inline
          label="Share with the project"
          hint="Everyone in the project can open it. Guests see only the numbers of campaigns that are shared with them."
        >
          <Checkbox checked={shared} onCheckedChange={(checked) => setShared(checked === true)} />
        </Field>
      )}
    </DialogForm>
  );
}
