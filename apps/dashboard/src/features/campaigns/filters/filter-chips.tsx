import { metricOf } from '@trailmark/contract/metrics';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useProject } from '../../../project/current-project.tsx';
import { countryWords, platformWords } from '../../../report/dimension-words.ts';
import { FilterChip, someOf } from '../../../report/filter-chip.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx';
import { NETWORK_WORDS } from '../../../words/network-name.ts';
import type { TableState } from '../table/table-state.ts';
import { conditionWords, type MetricCondition, MOST_CONDITIONS } from './conditions.ts';
import { FILTER_KINDS, FilterEditor, type FilterKind } from './filter-editor.tsx';

interface FilterChipsProps {
  state: TableState;
  onChange: (next: Partial<TableState>) => void;
  tags: readonly string[];
}

const STATE_WORDS: Record<TableState['status'], string> = {
  all: 'not archived',
  active: 'active',
  paused: 'paused',
  archived: 'archived',
};

/** Every filter as a chip: a click changes it, the cross takes it away. */
export function FilterChips({ state, onChange, tags }: FilterChipsProps) {
  const { currency, platform } = useProject();
  const { countries, platforms, network, tag, conditions } = state;
  const without = (gone: MetricCondition) => ({ conditions: conditions.filter((one) => one !== gone) });
  const chip = { state, onChange, tags };
  return (
    <>
      <EditedChip {...chip} kind="status" label="State" value={STATE_WORDS[state.status]} />
      {network && (
        <EditedChip
          {...chip}
          kind="network"
          label="Network"
          value={NETWORK_WORDS[network]}
          onRemove={() => onChange({ network: null })}
        />
      )}
      {countries.length > 0 && (
        <EditedChip
          {...chip}
          kind="country"
          label="Country"
          value={someOf(countries.map(countryWords))}
          onRemove={() => onChange({ countries: [] })}
        />
      )}
      {platforms.length > 0 && (
        <EditedChip
          {...chip}
          kind="platform"
          label="Platform"
          value={someOf(platforms.map(platformWords))}
          onRemove={() => onChange({ platforms: [] })}
        />
      )}
      {tag && (
        <EditedChip {...chip} kind="tag" label="Tag" value={tag} onRemove={() => onChange({ tag: '' })} />
      )}
      {conditions.map((condition) => (
        <EditedChip
          {...chip}
          key={`${condition.metric} ${condition.operator} ${condition.number}`}
          kind="condition"
          condition={condition}
          label={metricOf(condition.metric, platform)?.label ?? condition.metric}
          value={conditionWords(condition, currency)}
          onRemove={() => onChange(without(condition))}
        />
      ))}
      <AddFilter {...chip} />
    </>
  );
}

interface EditedChipProps extends FilterChipsProps {
  kind: FilterKind;
  label: string;
  value: string | null;
  condition?: MetricCondition;
  onRemove?: () => void;
}

function EditedChip({ kind, label, value, condition, onRemove, ...rest }: EditedChipProps) {
  return (
    <FilterChip label={label} value={value} title={FILTER_KINDS[kind]} onRemove={onRemove}>
      {(close) => <FilterEditor kind={kind} condition={condition} onClose={close} {...rest} />}
    </FilterChip>
  );
}

/** First which filter, then what it holds. */
function AddFilter(props: FilterChipsProps) {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<FilterKind | null>(null);
  const { state } = props;
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setKind(null);
  };
  const taken: Record<FilterKind, boolean> = {
    status: true,
    network: state.network !== null,
    country: state.countries.length > 0,
    platform: state.platforms.length > 0,
    tag: state.tag !== '',
    condition: state.conditions.length >= MOST_CONDITIONS,
  };
  const offered = (Object.keys(FILTER_KINDS) as FilterKind[]).filter((one) => !taken[one]);
  if (offered.length === 0) return null;
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger asChild>
        <Chip dashed icon={<Plus aria-hidden />}>
          Filter
        </Chip>
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={kind ? FILTER_KINDS[kind] : 'Add a filter'}>
        {kind ? (
          <FilterEditor key={kind} kind={kind} onClose={() => change(false)} {...props} />
        ) : (
          <ul className="-m-1.5 grid">
            {offered.map((one) => (
              <li key={one}>
                <button
                  type="button"
                  onClick={() => setKind(one)}
                  className="h-[30px] w-full rounded-sm px-2 text-left text-[13px] hover:bg-press focus-visible:-outline-offset-2 pointer-coarse:h-9"
                >
                  {FILTER_KINDS[one]}
                </button>
              </li>
            ))}
          </ul>
        )}
      </PopoverContent>
    </Popover>
  );
}
