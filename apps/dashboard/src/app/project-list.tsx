import { useNavigate } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { useUser } from '../api/session.ts';
import { useMembership } from '../project/current-project.tsx';
import { PLATFORM_WORD, PlatformIcon } from '../project/platform-words.tsx';
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
  CommandSeparator,
} from '../ui/command.tsx';
import { useSwitchProject } from './switch-project.ts';

/** The projects of a person, to search and choose from. */
export function ProjectList({ onDone }: { onDone: () => void }) {
  const { project_members, may_create_projects } = useUser();
  const current = useMembership();
  const switchProject = useSwitchProject();
  const navigate = useNavigate();
  const choose = (act: () => void) => () => {
    onDone();
    act();
  };
  return (
    <Command label="Projects" loop>
      <CommandInput autoFocus placeholder="Find a project…" />
      <CommandList>
        <CommandEmpty>No projects found.</CommandEmpty>
        {project_members.length > 0 && (
          <CommandGroup heading="Projects">
            {project_members.map((membership) => (
              <CommandItem
                key={membership.project_id}
                value={membership.project_id}
                keywords={[membership.name, PLATFORM_WORD[membership.platform]]}
                icon={<PlatformIcon platform={membership.platform} />}
                hint={membership.project_id === current?.project_id ? <Chosen /> : membership.role}
                onSelect={choose(() => switchProject(membership))}
              >
                <span className="truncate">{membership.name}</span>
              </CommandItem>
            ))}
          </CommandGroup>
        )}
        {may_create_projects && (
          <>
            <CommandSeparator />
            <CommandGroup forceMount>
              <CommandItem
                forceMount
                value="new-project"
                icon={<Plus />}
                onSelect={choose(() => void navigate({ to: '/new-project' }))}
              >
                New project
              </CommandItem>
            </CommandGroup>
          </>
        )}
      </CommandList>
    </Command>
  );
}

function Chosen() {
  return (
    <>
      <Check aria-hidden className="inline size-3.5 text-accent" />
      <span className="sr-only">selected</span>
    </>
  );
}
