import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useMay, useSelection } from '../../project/current-project.tsx';
import { useOpenView } from '../../report/views/use-open-view.ts';
import { SCREEN_WORDS } from '../../report/views/view-state.ts';
import { viewsQuery } from '../../report/views/views-query.ts';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import type { ItemsProps } from './items-props.ts';

/** Saved views of the selected project, once it is loaded. */
export function ViewItems({ choose }: ItemsProps) {
  const selection = useSelection();
  const mayOpen = useMay()('reports.see');
  if (selection.status !== 'chosen' || !selection.project || !mayOpen) return null;
  return <LoadedViews projectId={selection.project.project_id} choose={choose} />;
}

function LoadedViews({ projectId, choose }: Pick<ItemsProps, 'choose'> & { projectId: string }) {
  const { data: views = [] } = useQuery(viewsQuery(projectId));
  const open = useOpenView();
  if (views.length === 0) return null;
  return (
    <CommandGroup heading="Views">
      {views.map((view) => (
        <CommandItem
          key={view.view_id}
          value={view.view_id}
          keywords={[view.name, 'view', SCREEN_WORDS[view.screen]]}
          icon={<Bookmark />}
          hint={SCREEN_WORDS[view.screen]}
          onSelect={choose(() => open(view))}
        >
          <span className="truncate">{view.name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
