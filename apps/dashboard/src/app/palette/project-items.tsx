import { useUser } from '../../api/session.ts';
import { useMembership } from '../../project/current-project.tsx';
import { PLATFORM_WORD, PlatformIcon } from '../../project/platform-words.tsx';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import { useSwitchProject } from '../switch-project.ts';
import type { ItemsProps } from './items-props.ts';

export function ProjectItems({ choose }: ItemsProps) {
  const { project_members } = useUser();
  const current = useMembership();
  const switchProject = useSwitchProject();
  const others = project_members.filter(({ project_id }) => project_id !== current?.project_id);
  if (others.length === 0) return null;
  return (
    <CommandGroup heading="Switch project">
      {others.map((membership) => (
        <CommandItem
          key={membership.project_id}
          value={membership.project_id}
          keywords={[membership.name, 'project', 'switch']}
          icon={<PlatformIcon platform={membership.platform} />}
          hint={PLATFORM_WORD[membership.platform]}
          onSelect={choose(() => switchProject(membership))}
        >
          <span className="truncate">{membership.name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
