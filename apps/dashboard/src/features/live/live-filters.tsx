import { LIVE_KINDS } from '@trailmark/contract/live';
import { capital, type ProjectWords } from '@trailmark/contract/project-words';
import { useProjectWords } from '../../project/project-words.ts';
import { CheckList } from '../../report/choice-list.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { kindWords } from '../../words/event-words.ts';
import type { LiveView } from './live-view.ts';

interface LiveFiltersProps {
  view: LiveView;
  onChange: (next: Partial<LiveView>) => void;
}

function chosenKinds(kinds: LiveView['kinds'], words: ProjectWords): string {
  if (kinds.length === 0) return 'everything';
  const names = kinds.map((kind) => kindWords(kind, words).toLowerCase());
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
}

export function LiveFilters({ view, onChange }: LiveFiltersProps) {
  const words = useProjectWords();
  const { kinds, of } = view;
  return (
    <>
      <SearchBox
        label="Only of this device or person"
        placeholder={`${capital(words.install)}, user or advertising id`}
        value={of}
        onSearch={(next) => onChange({ of: next })}
      />
      <Popover>
        <PopoverTrigger asChild>
          <Chip
            label="Show"
            value={chosenKinds(kinds, words)}
            removeLabel="Show every kind"
            {...(kinds.length > 0 ? { onRemove: () => onChange({ kinds: [] }) } : {})}
          />
        </PopoverTrigger>
        <PopoverContent align="start" aria-label="Kinds">
          <CheckList
            options={LIVE_KINDS.map((value) => ({ value, label: kindWords(value, words) }))}
            chosen={kinds}
            onChange={(chosen) => onChange({ kinds: chosen })}
          />
        </PopoverContent>
      </Popover>
    </>
  );
}
