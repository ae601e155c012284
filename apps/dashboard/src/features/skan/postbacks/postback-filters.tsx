import { SKAN_FRAMEWORKS, SKAN_VERDICTS } from '@trailmark/contract/skan-postbacks';
import { ChoiceList } from '../../../report/choice-list.tsx';
import { FilterChip } from '../../../report/filter-chip.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { SKAN_WINDOWS } from '../skan-view.ts';
import { FRAMEWORK_WORDS, WINDOW_WORDS } from '../skan-words.ts';
import { VERDICT_WORDS } from './postback-words.ts';
import { COUNTS, type PostbacksView } from './postbacks-view.ts';

interface PostbackFiltersProps {
  view: PostbacksView;
  onChange: (change: Partial<PostbacksView>) => void;
}

const COUNTED_WORDS: Record<(typeof COUNTS)[number], string> = { true: 'Counted', false: 'Not counted' };

export function PostbackFilters({ view, onChange }: PostbackFiltersProps) {
  return (
    <Toolbar>
      <OneOf
        label="Signature"
        options={SKAN_VERDICTS}
        words={(verdict) => VERDICT_WORDS[verdict]}
        value={view.verdict}
        onChange={(verdict) => onChange({ verdict })}
      />
      <OneOf
        label="Counted"
        options={COUNTS}
        words={(counted) => COUNTED_WORDS[counted]}
        value={view.counted}
        onChange={(counted) => onChange({ counted })}
      />
      <OneOf
        label="Framework"
        options={SKAN_FRAMEWORKS}
        words={(framework) => FRAMEWORK_WORDS[framework] ?? framework}
        value={view.framework}
        onChange={(framework) => onChange({ framework })}
      />
      <OneOf
        label="Window"
        options={SKAN_WINDOWS}
        words={(window) => WINDOW_WORDS[Number(window)] ?? window}
        value={view.window}
        onChange={(window) => onChange({ window })}
      />
    </Toolbar>
  );
}

interface OneOfProps<Value extends string> {
  label: string;
  options: readonly Value[];
  words: (value: Value) => string;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

function OneOf<Value extends string>({ label, options, words, value, onChange }: OneOfProps<Value>) {
  return (
    <FilterChip label={label} value={value && words(value)} onRemove={() => onChange(null)}>
      {(close) => (
        <ChoiceList
          options={options.map((one) => ({ value: one, label: words(one) }))}
          value={value}
          onChoose={(one) => {
            onChange(one);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}
