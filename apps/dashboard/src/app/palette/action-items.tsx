import { useRouter } from '@tanstack/react-router';
import { getProjectToken } from '@trailmark/contract/keys';
import type { Permission } from '@trailmark/contract/permissions';
import {
  BellRing,
  BookOpen,
  Copy,
  FileDown,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Sun,
  Upload,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { endSession } from '../../api/session.ts';
import { useMay, useMembership } from '../../project/current-project.tsx';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast-store.ts';
import { shortcutSheetOpen } from '../shortcuts/shortcut-state.ts';
import { chooseTheme } from '../theme.ts';
import type { ItemsProps } from './items-props.ts';

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

interface Action {
  name: string;
  icon: ReactNode;
  /** What else it is found by. */
  also?: readonly string[];
  shortcut?: readonly string[];
  act: () => void;
}

/** Actions in a project, each with what a role needs for it. */
function useProjectActions(): Action[] {
  const may = useMay();
  const router = useRouter();
  const projectId = useMembership()?.project_id;
  if (projectId === undefined) return [];
  const open = (path: string) => () => router.history.push(`${path}&p_id=${projectId}`);
  const actions: (Action & { permission: Permission })[] = [
    {
      name: 'Invite people',
      icon: <UserPlus />,
      also: ['members', 'colleague', 'team'],
      permission: 'members.edit',
      act: open('/settings/members?open=invite'),
    },
    {
      name: 'Import spend',
      icon: <Upload />,
      also: ['cost', 'CSV'],
      permission: 'campaigns.edit',
      act: open('/settings/money?open=import'),
    },
    {
      name: 'New export',
      icon: <FileDown />,
      also: ['download', 'raw data', 'CSV', 'Parquet'],
      permission: 'reports.export',
      act: open('/exports?open=export'),
    },
    {
      name: 'New alert',
      icon: <BellRing />,
      also: ['notify', 'threshold', 'watch'],
      permission: 'alerts.edit',
      act: open('/alerts?open=alert'),
    },
    {
      name: 'Copy the SDK token',
      icon: <Copy />,
      permission: 'connections.see',
      act: () => void copyToken(projectId),
    },
  ];
  return actions.filter(({ permission }) => may(permission));
}

const GENERAL: readonly Action[] = [
  { name: 'Theme: dark', icon: <Moon />, act: () => chooseTheme('dark') },
  { name: 'Theme: light', icon: <Sun />, act: () => chooseTheme('light') },
  { name: 'Theme: same as the system', icon: <Monitor />, act: () => chooseTheme('system') },
  {
    name: 'Keyboard shortcuts',
    icon: <Keyboard />,
    also: ['keys', 'help'],
    shortcut: ['?'],
    act: () => shortcutSheetOpen.set(true),
  },
  {
    name: 'API reference',
    icon: <BookOpen />,
    act: () => void window.open('/api/docs', '_blank', 'noopener'),
  },
  { name: 'Sign out', icon: <LogOut />, act: () => void endSession() },
];

export function ActionItems({ choose }: ItemsProps) {
  const actions = [...useProjectActions(), ...GENERAL];
  return (
    <CommandGroup heading="Actions">
      {actions.map(({ name, icon, also = [], shortcut, act }) => (
        <CommandItem
          key={name}
          value={name}
          keywords={[name, ...also]}
          icon={icon}
          {...(shortcut ? { shortcut } : { hint: 'Action' })}
          onSelect={choose(act)}
        >
          {name}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
