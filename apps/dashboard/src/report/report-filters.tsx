import { CREDITED_NETWORKS } from '@trailmark/contract/networks';
import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import { toolbarStyle } from '../ui/toolbar.tsx';
import { CampaignChoice, useCampaignName } from './campaign-choice.tsx';
import { CheckList, ChoiceList } from './choice-list.tsx';
import { CountryList } from './country-list.tsx';
import { countryWords, networkWords, platformWords } from './dimension-words.ts';
import { FilterChip, someOf } from './filter-chip.tsx';
import type { ReportFilter } from './report-filter.ts';
import { useReportFilter } from './use-report-filter.ts';

interface ReportFiltersProps {
  filter: ReportFilter;
  onChange: (next: Partial<ReportFilter>) => void;
}

const NETWORK_OPTIONS = CREDITED_NETWORKS.map((value) => ({ value, label: networkWords(value) }));
const PLATFORM_OPTIONS = PLATFORM_KEYS.map((value) => ({ value, label: platformWords(value) }));

/** The filters of numbers and people, each as a chip. */
export function ReportFilters({ filter, onChange }: ReportFiltersProps) {
  const { network, campaign, countries, platforms } = filter;
  const campaignName = useCampaignName(campaign);
  return (
    <>
      <FilterChip
        label="Network"
        value={network && networkWords(network)}
        onRemove={() => onChange({ network: null })}
      >
        {(close) => (
          <ChoiceList
            options={NETWORK_OPTIONS}
            value={network}
            onChoose={(chosen) => {
              onChange({ network: chosen });
              close();
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label="Campaign"
        value={campaign && campaignName}
        onRemove={() => onChange({ campaign: null })}
      >
        {(close) => (
          <CampaignChoice
            value={campaign}
            onChoose={(chosen) => {
              onChange({ campaign: chosen });
              close();
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label="Country"
        value={someOf(countries.map(countryWords))}
        onRemove={() => onChange({ countries: [] })}
      >
        {() => <CountryList chosen={countries} onChange={(chosen) => onChange({ countries: chosen })} />}
      </FilterChip>
      <FilterChip
        label="Platform"
        value={someOf(platforms.map(platformWords))}
        onRemove={() => onChange({ platforms: [] })}
      >
        {() => (
          <CheckList
            options={PLATFORM_OPTIONS}
            chosen={platforms}
            onChange={(chosen) => onChange({ platforms: chosen })}
          />
        )}
      </FilterChip>
    </>
  );
}

/** The filters of a screen that has no others, as its address says. */
export function ScreenFilters() {
  const [filter, change] = useReportFilter();
  return (
    <fieldset aria-label="Filters" className={toolbarStyle}>
      <ReportFilters filter={filter} onChange={change} />
    </fieldset>
  );
}
