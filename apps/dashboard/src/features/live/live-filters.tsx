import { LIVE_KINDS } from '@trailmark/contract/live';
import { CheckList } from '../../report/choice-list.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { KIND_WORDS } from '../../words/event-words.ts';
import type { LiveView } from './live-view.ts';

interface LiveFiltersProps {
  view: LiveView;
  onChange: (next: Partial<LiveView>) => void;
}

function wordsOf(kinds: LiveView['kinds']): string {
  if (kinds.length === 0) return 'everything';
  const words = kinds.map((kind) => KIND_WORDS[kind].toLowerCase());
  return words.length > 2 ? `${words[0]} and ${words.length - 1} more` : words.join(', ');
}

export function LiveFilters({ view, onChange }: LiveFiltersProps) {
  const { kinds, of } = view;
  return (
    <>
      <SearchBox
        label="Only of this device or person"
        placeholder="Install, user or advertising id"
        value={of}
        onSearch={(next) => onChange({ of: next })}
      />
      <Popover>
        <PopoverTrigger asChild>
          <Chip
            label="Show"
            value={wordsOf(kinds)}
            removeLabel="Show every kind"
            {...(kinds.length > 0 ? { onRemove: () => onChange({ kinds: [] }) } : {})}
          />
        </PopoverTrigger>
        <PopoverContent align="start" aria-label="Kinds">
          <CheckList
            options={LIVE_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
            chosen={kinds}
            onChange={(chosen) => onChange({ kinds: chosen })}
          />
        </PopoverContent>
      </Popover>
    </>
  );
}
