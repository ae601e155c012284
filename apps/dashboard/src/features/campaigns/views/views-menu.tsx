import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark, Check, Plus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/dropdown-menu.tsx';
import { currentView, MOST_VIEWS, queryOf, type SavedView, showView } from './saved-views.ts';
import { useViews } from './use-views.ts';
import { ManageViews, NameView } from './view-dialogs.tsx';

interface ViewsMenuProps {
  columns: readonly string[];
  onColumns: (columns: string[]) => void;
}

/** Not from `crypto`: over plain http, where a dashboard may well be served, browsers do not offer it. */
function newId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
}

/** Tables that are kept under a name: filters, days, order and columns. */
export function ViewsMenu({ columns, onColumns }: ViewsMenuProps) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const { views, change } = useViews();
  const [dialog, setDialog] = useState<'name' | 'manage' | null>(null);
  const current = currentView(views, search, columns);
  const show = (view: SavedView) => {
    if (view.columns.join('|') !== columns.join('|')) onColumns(view.columns);
    void navigate({ to: '.', search: showView(view) });
  };
  const save = async (name: string) => {
    const view = { id: newId(), name, query: queryOf(search), columns: [...columns] };
    await change.mutateAsync((before) => [...before, view]);
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet">
            <Bookmark aria-hidden />
            <span className="max-w-36 truncate">{current?.name ?? 'Views'}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-w-72">
          {views.map((view) => (
            <DropdownMenuItem
              key={view.id}
              icon={<Check className={view === current ? 'text-accent' : 'invisible'} />}
              onSelect={() => show(view)}
            >
              <span className="truncate">{view.name}</span>
              {view === current && <span className="sr-only"> (shown now)</span>}
            </DropdownMenuItem>
          ))}
          {views.length > 0 && <DropdownMenuSeparator />}
          <DropdownMenuItem
            icon={<Plus />}
            disabled={views.length >= MOST_VIEWS}
            onSelect={() => setDialog('name')}
          >
            Save this view…
          </DropdownMenuItem>
          {views.length > 0 && (
            <DropdownMenuItem icon={<Settings2 />} onSelect={() => setDialog('manage')}>
              Rename or delete…
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <NameView
        open={dialog === 'name'}
        onOpenChange={(open) => setDialog(open ? 'name' : null)}
        taken={views.map(({ name }) => name)}
        onSave={save}
        saving={change.isPending}
      />
      <ManageViews
        open={dialog === 'manage'}
        onOpenChange={(open) => setDialog(open ? 'manage' : null)}
        views={views}
        onChange={(changed) => change.mutate(changed)}
      />
    </>
  );
}
