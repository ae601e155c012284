import { type SavedView, VIEW_NAME_LENGTH } from '@trailmark/contract/saved-views';
import { ArrowRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SCREEN_WORDS } from './view-state.ts';
import { useChangeViews } from './views-query.ts';

interface ManageViewsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  views: readonly SavedView[];
  onOpen: (view: SavedView) => void;
}

/** All views of all screens: opened, renamed, shared and deleted. */
export function ManageViews({ open, onOpenChange, views, onOpen }: ManageViewsProps) {
  const show = (view: SavedView) => {
    onOpenChange(false);
    onOpen(view);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Views"
        description="A name is saved when you leave its field."
        className="w-[min(620px,calc(100vw-24px))]"
      >
        <DialogBody className="gap-0">
          <ul className="divide-y divide-line">
            {views.map((view) => (
              <ViewRow key={view.view_id} view={view} onShow={() => show(view)} />
            ))}
          </ul>
          {views.length === 0 && (
            <p className="py-3 text-text-2">
              No views yet. Save what a report screen shows from its Views menu.
            </p>
          )}
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

function ViewRow({ view, onShow }: { view: SavedView; onShow: () => void }) {
  const mayShare = useMay()('views.share');
  const { change, remove } = useChangeViews();
  const [confirming, setConfirming] = useState(false);
  const { view_id, name, shared, may_change: mayChange, owner } = view;
  const by = shared && `shared by ${owner.name ?? 'a former member'}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 py-2.5">
      {mayChange ? (
        <NameField view={view} onRename={(next) => change.mutate({ view_id, name: next })} />
      ) : (
        <span className="truncate font-medium">{name}</span>
      )}
      <div className="flex items-center gap-1">
        <IconButton label={`Open ${name}`} tooltip={false} onClick={onShow}>
          <ArrowRight aria-hidden />
        </IconButton>
        {mayChange && (
          <IconButton
            label={`Delete ${name}`}
            tooltip={false}
            onClick={() => (shared ? setConfirming(true) : remove.mutate(view))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      <p className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-3">
        <span>{[SCREEN_WORDS[view.screen], by].filter(Boolean).join(', ')}</span>
        {mayChange && (mayShare || shared) && (
          <span className="ml-auto flex items-center gap-2 text-text-2">
            Shared with the project
            <Switch
              aria-label={`Share ${name} with the project`}
              checked={shared}
              onCheckedChange={(next) => change.mutate({ view_id, shared: next })}
            />
          </span>
        )}
      </p>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete ${name}?`}
        text="It is deleted for everyone in the project. This cannot be undone."
        confirmLabel="Delete view"
        onConfirm={() => remove.mutateAsync(view)}
      />
    </li>
  );
}

function NameField({ view, onRename }: { view: SavedView; onRename: (name: string) => void }) {
  const [typed, setTyped] = useState(view.name);
  const rename = () => {
    const name = typed.trim();
    if (!name) return setTyped(view.name);
    if (name !== view.name) onRename(name);
  };
  return (
    <form
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
    </form>
  );
}
