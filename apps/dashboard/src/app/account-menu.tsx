import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, CircleUser, Keyboard, Lightbulb, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { openConfigQuery } from '../api/open-config.ts';
import { endSession, useUser } from '../api/session.ts';
import { useMembership } from '../project/current-project.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx';
import { RequestFeatureDialog } from './request-feature-dialog.tsx';
import { shortcutSheetOpen } from './shortcuts/shortcut-state.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from './theme.ts';

function ThemeItems() {
  const choice = useThemeChoice();
  return (
    <DropdownMenuRadioGroup value={choice} onValueChange={(next) => chooseTheme(next as ThemeChoice)}>
      <DropdownMenuLabel>Theme</DropdownMenuLabel>
      <DropdownMenuRadioItem value="system" icon={<Monitor />}>
        System
      </DropdownMenuRadioItem>
      <DropdownMenuRadioItem value="dark" icon={<Moon />}>
        Dark
      </DropdownMenuRadioItem>
      <DropdownMenuRadioItem value="light" icon={<Sun />}>
        Light
      </DropdownMenuRadioItem>
    </DropdownMenuRadioGroup>
  );
}

function AccountItems({ onRequest }: { onRequest: () => void }) {
  const hasProject = useMembership() !== null;
  const { data: config } = useQuery(openConfigQuery);
  return (
    <>
      <DropdownMenuItem asChild>
        <Link to="/account">
          <CircleUser aria-hidden className="text-text-2" />
          Account
        </Link>
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <ThemeItems />
      <DropdownMenuSeparator />
      <DropdownMenuItem asChild>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          <BookOpen aria-hidden className="text-text-2" />
          API reference
        </a>
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Keyboard />} onSelect={() => shortcutSheetOpen.set(true)}>
        Keyboard shortcuts
      </DropdownMenuItem>
      {hasProject && config?.takes_requests && (
        <DropdownMenuItem icon={<Lightbulb />} onSelect={onRequest}>
          Request a feature
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<LogOut />} onSelect={() => void endSession()}>
        Sign out
      </DropdownMenuItem>
    </>
  );
}

interface AccountMenuProps {
  className: string;
  face: ReactNode;
}

/** Open from the start: it is fetched because somebody has pressed its button. */
export function AccountMenu({ className, face }: AccountMenuProps) {
  const user = useUser();
  const [requesting, setRequesting] = useState(false);
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger className={className}>{face}</DropdownMenuTrigger>
        <DropdownMenuContent side="top" className="w-[212px]">
          <DropdownMenuLabel className="truncate">{user.email}</DropdownMenuLabel>
          <AccountItems onRequest={() => setRequesting(true)} />
        </DropdownMenuContent>
      </DropdownMenu>
      {requesting && <RequestFeatureDialog onClose={() => setRequesting(false)} />}
    </>
  );
}
