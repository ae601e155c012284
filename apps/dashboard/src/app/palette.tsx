import { useNavigate } from '@tanstack/react-router';
import { getProjectToken } from '@trailmark/contract/keys';
import { BookOpen, Copy, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { endSession, useUser } from '../api/session.ts';
import { useMay, useMembership } from '../project/current-project.tsx';
import { PLATFORM_WORD, PlatformIcon } from '../project/platform-words.tsx';
import {
  CommandDialog,
  CommandEmpty,
  CommandFooter,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../ui/command.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Kbd } from '../ui/kbd.tsx';
import { toast } from '../ui/toast-store.ts';
import { PaletteCampaigns } from './palette-campaigns.tsx';
import { ScreenIcon } from './screen-icon.tsx';
import { WHOLE_SCREENS } from './screens.ts';
import { useSwitchProject } from './switch-project.ts';
import { chooseTheme } from './theme.ts';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was typed before it was here. */
  typed: string;
}

type Choose = (act: () => void) => () => void;

async function copyToken(projectId: string): Promise<void> {
  try {
    const { token } = await call(getProjectToken, { query: { project_id: projectId } });
    if (await copyText(token)) return void toast({ title: 'SDK token copied' });
    toast({ title: 'The browser did not allow copying', description: 'The token is under Settings, Keys.' });
  } catch (error) {
    const description = `${error instanceof Error ? error.message : ''} Try again from the palette.`;
    toast({ variant: 'destructive', title: 'We couldn’t load the SDK token', description });
  }
}

function ScreenItems({ choose }: { choose: Choose }) {
  const navigate = useNavigate();
  const may = useMay();
  const shown = WHOLE_SCREENS.filter(
    ({ frame, permission }) => frame === 'shell' && (permission === undefined || may(permission)),
  );
  return (
    <CommandGroup heading="Go to">
      {shown.map(({ path, title, layout, icon, keywords = [] }) => (
        <CommandItem
          key={path}
          value={path}
          keywords={layout === 'settings' ? [title, 'settings', ...keywords] : [title, ...keywords]}
          icon={icon && <ScreenIcon name={icon} />}
          hint={layout === 'settings' && 'Settings'}
          onSelect={choose(() => void navigate({ to: path }))}
        >
          {title}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

function ProjectItems({ choose }: { choose: Choose }) {
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

function ActionItems({ choose }: { choose: Choose }) {
  const may = useMay();
  const projectId = useMembership()?.project_id;
  return (
    <CommandGroup heading="Actions">
      {projectId !== undefined && may('connections.see') && (
        <CommandItem icon={<Copy />} onSelect={choose(() => void copyToken(projectId))}>
          Copy the SDK token
        </CommandItem>
      )}
      <CommandItem icon={<Moon />} onSelect={choose(() => chooseTheme('dark'))}>
        Theme: dark
      </CommandItem>
      <CommandItem icon={<Sun />} onSelect={choose(() => chooseTheme('light'))}>
        Theme: light
      </CommandItem>
      <CommandItem icon={<Monitor />} onSelect={choose(() => chooseTheme('system'))}>
        Theme: as the system
      </CommandItem>
      <CommandItem
        icon={<BookOpen />}
        onSelect={choose(() => void window.open('/api/docs', '_blank', 'noopener'))}
      >
        API reference
      </CommandItem>
      <CommandItem icon={<LogOut />} onSelect={choose(() => void endSession())}>
        Sign out
      </CommandItem>
    </CommandGroup>
  );
}

export function Palette({ open, onOpenChange, typed }: PaletteProps) {
  const [query, setQuery] = useState(typed);
  useEffect(() => {
    if (!open) setQuery('');
  }, [open]);
  const choose: Choose = (act) => () => {
    onOpenChange(false);
    act();
  };
  return (
    <CommandDialog label="Go to" open={open} onOpenChange={onOpenChange}>
      <CommandInput
        value={query}
        onValueChange={setQuery}
        placeholder="Go to a screen, campaign or project…"
      />
      <CommandList>
        <CommandEmpty>No results.</CommandEmpty>
        <ScreenItems choose={choose} />
        <PaletteCampaigns query={query} choose={choose} />
        <ProjectItems choose={choose} />
        <ActionItems choose={choose} />
      </CommandList>
      <CommandFooter>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
        </span>
        <span>
          <Kbd>↵</Kbd> open
        </span>
        <span>
          <Kbd>Esc</Kbd> close
        </span>
      </CommandFooter>
    </CommandDialog>
  );
}
