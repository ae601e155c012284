import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { CampaignChoice, useCampaignName } from '../../../report/campaign-choice.tsx';
import { CheckList } from '../../../report/choice-list.tsx';
import { FilterChip, someOf } from '../../../report/filter-chip.tsx';
import { useReportQuery } from '../../../report/use-report-range.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { CONVERSION_TYPES, FRAMEWORKS, SKAN_WINDOWS, type SkanViewProps } from '../skan-view.ts';
import { FRAMEWORK_WORDS, skanNetworkWords, TYPE_WORDS, WINDOW_WORDS } from '../skan-words.ts';
import { networksQuery } from './skan-query.ts';

const BASES = [
  { value: 'received', label: 'Day received' },
  { value: 'install', label: 'Estimated install day' },
] as const;

const windowWords = (window: string) => WINDOW_WORDS[Number(window)] ?? window;
const typeWords = (type: string) => TYPE_WORDS[type] ?? type;
const frameworkWords = (framework: string) => FRAMEWORK_WORDS[framework] ?? framework;

/** What the report is filtered by, and which day a postback is of. */
export function SkanFilters({ view, onChange }: SkanViewProps) {
  const name = useCampaignName(view.campaign);
  return (
    <Toolbar>
      <Segmented
        aria-label="Day of a postback"
        options={BASES}
        value={view.dayBasis}
        onValueChange={(dayBasis) => onChange({ dayBasis })}
      />
      <FilterChip
        label="Network"
        value={someOf(view.networks.map(skanNetworkWords))}
        onRemove={() => onChange({ networks: [] })}
      >
        {() => <Networks view={view} onChange={onChange} />}
      </FilterChip>
      <FilterChip
        label="Campaign"
        value={view.campaign && name}
        onRemove={() => onChange({ campaign: null })}
      >
        {(close) => (
          <CampaignChoice
            value={view.campaign}
            onChoose={(campaign) => {
              onChange({ campaign });
              close();
            }}
          />
        )}
      </FilterChip>
      <ListChip
        label="Window"
        options={SKAN_WINDOWS}
        words={windowWords}
        chosen={view.windows}
        onChange={(windows) => onChange({ windows })}
      />
      <ListChip
        label="Type"
        options={CONVERSION_TYPES}
        words={typeWords}
        chosen={view.conversionTypes}
        onChange={(conversionTypes) => onChange({ conversionTypes })}
      />
      <ListChip
        label="Framework"
        options={FRAMEWORKS}
        words={frameworkWords}
        chosen={view.frameworks}
        onChange={(frameworks) => onChange({ frameworks })}
      />
    </Toolbar>
  );
}

interface ListChipProps<Value extends string> {
  label: string;
  options: readonly Value[];
  words: (value: Value) => string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

function ListChip<Value extends string>({ label, options, words, chosen, onChange }: ListChipProps<Value>) {
  return (
    <FilterChip label={label} value={someOf(chosen.map(words))} onRemove={() => onChange([])}>
      {() => (
        <CheckList
          options={options.map((value) => ({ value, label: words(value) }))}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </FilterChip>
  );
}

/** Networks that have postbacks in the period, and those that are chosen already. */
function Networks({ view, onChange }: SkanViewProps) {
  const query = useQuery(networksQuery(useReportQuery()));
  if (query.isError) return <LoadFailed what="the networks" query={query} />;
  if (!query.data) return <SkeletonText lines={4} />;
  const networks = [...new Set([...query.data, ...view.networks])];
  if (networks.length === 0) return <p className="text-sm text-text-2">No postbacks in this period.</p>;
  return (
    <CheckList
      options={networks.map((value) => ({ value, label: skanNetworkWords(value) }))}
      chosen={view.networks}
      onChange={(next) => onChange({ networks: next })}
    />
  );
}
