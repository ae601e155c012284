import { MAX_TAG_LENGTH } from '@trailmark/contract/campaigns';
import { Archive, ArchiveRestore, CirclePause, CirclePlay, Tag } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CardFooter } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { countInWords } from '../../../words/count-in-words.ts';
import type { TableState } from '../table/table-state.ts';
import { type BulkAction, useBulkChange } from './use-bulk-change.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  selection: Selection;
  status: TableState['status'];
}

const ACTIONS: readonly { action: BulkAction; label: string; icon: typeof Tag }[] = [
  { action: 'pause', label: 'Pause', icon: CirclePause },
  { action: 'resume', label: 'Resume', icon: CirclePlay },
  { action: 'archive', label: 'Archive', icon: Archive },
  { action: 'restore', label: 'Restore', icon: ArchiveRestore },
];

/** What can be done to all that are selected. */
export function BulkBar({ selection, status }: BulkBarProps) {
  const ids = [...selection.ids];
  const change = useBulkChange(ids, selection.clear);
  const isArchive = status === 'archived';
  const offered = ACTIONS.filter(({ action }) => (action === 'restore') === isArchive);
  return (
    <CardFooter className="justify-start bg-raised" role="group" aria-label="Selected campaigns">
      <span role="status" className="num font-medium text-text">
        {countInWords(ids.length, 'campaign')} selected
      </span>
      <Toolbar className="gap-1.5">
        {offered.map(({ action, label, icon: Icon }) => (
          <Button
            key={action}
            size="sm"
            loading={change.isPending && change.variables.action === action}
            onClick={() => change.mutate({ action })}
          >
            <Icon aria-hidden />
            {label}
          </Button>
        ))}
        <TagButton onTag={(action, tag) => change.mutate({ action, tag })} />
        <Button size="sm" variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      </Toolbar>
    </CardFooter>
  );
}

function TagButton({ onTag }: { onTag: (action: 'tag' | 'untag', tag: string) => void }) {
  const [open, setOpen] = useState(false);
  const [tag, setTag] = useState('');
  const name = tag.trim();
  const apply = (action: 'tag' | 'untag') => {
    onTag(action, name);
    setOpen(false);
    setTag('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name) apply('tag');
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm">
          <Tag aria-hidden />
          Tag…
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Tag the selected campaigns">
        <form onSubmit={submit} className="grid gap-3">
          <Field label="Tag" error={name.includes(',') ? 'A tag cannot contain a comma.' : undefined}>
            <Input maxLength={MAX_TAG_LENGTH} value={tag} onChange={(event) => setTag(event.target.value)} />
          </Field>
          <div className="flex justify-end gap-2">
            <Button size="sm" disabled={!name || name.includes(',')} onClick={() => apply('untag')}>
              Remove tag
            </Button>
            <Button type="submit" size="sm" variant="primary" disabled={!name || name.includes(',')}>
              Add tag
            </Button>
          </div>
        </form>
      </PopoverContent>
    </Popover>
  );
}
