import { History } from 'lucide-react';
import { browserStorage } from '../../api/browser-storage.ts';
import { useMembership } from '../../project/current-project.tsx';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import type { ItemsProps } from './items-props.ts';
import { recentOf } from './recent.ts';
import { useVisit } from './use-visit.ts';

/** What was opened last, while nothing is typed. */
export function RecentItems({ query, choose }: ItemsProps) {
  const projectId = useMembership()?.project_id;
  const visit = useVisit();
  if (query !== '' || projectId === undefined) return null;
  const recent = recentOf(browserStorage, projectId);
  if (recent.length === 0) return null;
  return (
    <CommandGroup heading="Recent">
      {recent.map(({ path, label, kind }) => (
        <CommandItem
          key={path}
          value={`recent ${path}`}
          keywords={[label]}
          icon={<History />}
          hint={kind}
          onSelect={choose(() => visit({ path, label, kind }))}
        >
          <span className="truncate">{label}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
