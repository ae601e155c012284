import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import type { SavedView, ViewScreen } from '@trailmark/contract/saved-views';
import { MAILED_SCREENS } from '@trailmark/contract/scheduled-reports';
import { Bookmark, Check, Mail, Plus, Save, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Fetched } from '../../failures/fetched.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { useColumns } from '../campaign-columns.ts';
import { useOpenView } from './use-open-view.ts';
import { isChanged, type ShownState, shownView, viewQueryOf, viewScreenOf } from './view-state.ts';
import { useChangeViews, viewsQuery } from './views-query.ts';

const loadSave = () => import('./save-view.tsx').then((file) => file.SaveView);
const loadManage = () => import('./manage-views.tsx').then((file) => file.ManageViews);

/** Saved states of a report screen; nothing on screens that have none. */
export function ViewsMenu() {
  const screen = viewScreenOf(useLocation({ select: ({ pathname }) => pathname }));
  return screen && <ScreenViews screen={screen} />;
}

function ScreenViews({ screen }: { screen: ViewScreen }) {
  const { project_id } = useProject();
  const { data: views = [], isError } = useQuery(viewsQuery(project_id));
  const hasColumns = screen === '/campaigns';
  const columns = useColumns({ enabled: hasColumns });
  const shown: ShownState = { search: useSearch({ strict: false }), columns: hasColumns ? columns : null };
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const { change } = useChangeViews();
  const open = useOpenView();
  const current = shownView(views, screen, shown);
  const edited = current !== undefined && isChanged(current, shown);
  const state = { query: viewQueryOf(shown.search), columns: shown.columns && [...shown.columns] };
  const closing = { open: true, onOpenChange: (isOpen: boolean) => setDialog(isOpen ? dialog : null) };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" aria-label={current ? `View: ${current.name}` : 'Views'}>
            <Bookmark aria-hidden className={current ? 'text-accent' : undefined} />
            <span className="max-w-36 truncate max-sm:hidden">{current?.name ?? 'Views'}</span>
            {edited && <span className="font-normal text-text-3 max-sm:hidden">edited</span>}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="w-72">
          <ViewItems views={views.filter((view) => view.screen === screen)} current={current} onOpen={open} />
          {isError && <p className="px-2 py-1.5 text-sm text-text-3">We couldn’t load the views.</p>}
          {edited && current.may_change && (
            <DropdownMenuItem
              icon={<Save />}
              onSelect={() => change.mutate({ view_id: current.view_id, ...state })}
            >
              <span className="truncate">Save changes to {current.name}</span>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem icon={<Plus />} onSelect={() => setDialog('save')}>
            Save this view…
          </DropdownMenuItem>
          {(MAILED_SCREENS as readonly string[]).includes(screen) && (
            <DropdownMenuItem asChild>
              <Link to="/reports" search={{ send: current?.view_id ?? 'overview' }}>
                <Mail aria-hidden className="text-text-2" />
                Send by mail…
              </Link>
            </DropdownMenuItem>
          )}
          {views.length > 0 && (
            <DropdownMenuItem icon={<Settings2 />} onSelect={() => setDialog('manage')}>
              All views…
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog === 'save' && (
        <Fetched load={loadSave} props={{ ...closing, screen, state, views }} loading={null} />
      )}
      {dialog === 'manage' && (
        <Fetched load={loadManage} props={{ ...closing, views, onOpen: open }} loading={null} />
      )}
    </>
  );
}

interface ViewItemsProps {
  views: readonly SavedView[];
  current: SavedView | undefined;
  onOpen: (view: SavedView) => void;
}

/** The views of this screen: one's own, then those of others. */
function ViewItems({ views, current, onOpen }: ViewItemsProps) {
  const groups = [
    { label: 'Your views', items: views.filter(({ shared }) => !shared) },
    { label: 'Shared with the project', items: views.filter(({ shared }) => shared) },
  ].filter(({ items }) => items.length > 0);
  return groups.map(({ label, items }) => (
    <div key={label}>
      <DropdownMenuLabel>{label}</DropdownMenuLabel>
      {items.map((view) => (
        <DropdownMenuItem
          key={view.view_id}
          icon={<Check className={view === current ? 'text-accent' : 'invisible'} />}
          onSelect={() => onOpen(view)}
        >
          <span className="truncate">{view.name}</span>
          {view === current && <span className="sr-only"> (shown now)</span>}
        </DropdownMenuItem>
      ))}
      <DropdownMenuSeparator />
    </div>
  ));
}
