import { useNavigate } from '@tanstack/react-router';
import type { SavedView } from '@trailmark/contract/saved-views';
import { useSaveColumns } from '../campaign-columns.ts';
import { showView } from './view-state.ts';

/** Shows the screen of a view as the view keeps it; its columns become the person's own. */
export function useOpenView(): (view: SavedView) => void {
  const navigate = useNavigate();
  const saveColumns = useSaveColumns();
  return (view) => {
    if (view.columns) saveColumns.mutate(view.columns);
    void navigate({ to: view.screen, search: showView(view) });
  };
}
