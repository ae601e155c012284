import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useMay, useMembership } from '../../project/current-project.tsx';
import { useOpenView } from '../../report/views/use-open-view.ts';
import { SCREEN_WORDS } from '../../report/views/view-state.ts';
import { viewsQuery } from '../../report/views/views-query.ts';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import type { ItemsProps } from './items-props.ts';

/** Saved views of the selected project. */
export function ViewItems({ choose }: ItemsProps) {
  const projectId = useMembership()?.project_id;
  const mayOpen = useMay()('reports.see');
  const { data: views = [] } = useQuery({
    ...viewsQuery(projectId ?? ''),
    enabled: projectId !== undefined && mayOpen,
  });
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
