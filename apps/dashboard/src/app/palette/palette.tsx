import { useEffect, useState } from 'react';
import { CommandDialog, CommandEmpty, CommandFooter, CommandInput, CommandList } from '../../ui/command.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ActionItems } from './action-items.tsx';
import { CampaignItems } from './campaign-items.tsx';
import type { Choose } from './items-props.ts';
import { LinkItems } from './link-items.tsx';
import { matchWords } from './match-words.ts';
import { PeopleItems } from './people-items.tsx';
import { ProjectItems } from './project-items.tsx';
import { RangeItems } from './range-items.tsx';
import { RecentItems } from './recent-items.tsx';
import { ScreenItems } from './screen-items.tsx';
import { SettingItems } from './setting-items.tsx';
import { ViewItems } from './view-items.tsx';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was typed before it was here. */
  typed: string;
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
  const items = { query: query.trim(), choose };
  return (
    <CommandDialog label="Go to" open={open} onOpenChange={onOpenChange} filter={matchWords}>
      <CommandInput
        value={query}
        onValueChange={setQuery}
        placeholder="Search people, campaigns, links, settings…"
      />
      <CommandList>
        <CommandEmpty>No results.</CommandEmpty>
        <RecentItems {...items} />
        <ScreenItems {...items} />
        <SettingItems {...items} />
        <ViewItems {...items} />
        <CampaignItems {...items} />
        <LinkItems {...items} />
        <PeopleItems {...items} />
        <RangeItems {...items} />
        <ProjectItems {...items} />
        <ActionItems {...items} />
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
