import { NETWORKS } from '@trailmark/contract/campaigns';
import { PLATFORM_KEYS } from '@trailmark/contract/report-filter';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { countryWords, networkWords, ORGANIC, platformWords } from '../../report/dimension-words.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cn } from '../../ui/cn.ts';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { CheckList, ChoiceList } from '../campaigns/choice-list.tsx';
import { CountryList } from '../campaigns/country-list.tsx';
import { CampaignChoice, useCampaignName } from './campaign-choice.tsx';
import type { PeopleView } from './people-view.ts';

interface PeopleFiltersProps {
  view: PeopleView;
  onChange: (next: Partial<PeopleView>) => void;
}

const NETWORK_OPTIONS = [ORGANIC, ...NETWORKS].map((value) => ({ value, label: networkWords(value) }));

function someOf(words: readonly string[]): string {
  return words.length > 2 ? `${words[0]} and ${words.length - 1} more` : words.join(', ');
}

/** Every filter as a chip: a click changes it, the cross takes it away. */
export function PeopleFilters({ view, onChange }: PeopleFiltersProps) {
  const { network, campaign, countries, platforms, suspicious } = view;
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
        value={someOf(countries.map(countryWords)) || null}
        onRemove={() => onChange({ countries: [] })}
      >
        {() => <CountryList chosen={countries} onChange={(chosen) => onChange({ countries: chosen })} />}
      </FilterChip>
      <FilterChip
        label="Platform"
        value={someOf(platforms.map(platformWords)) || null}
        onRemove={() => onChange({ platforms: [] })}
      >
        {() => (
          <CheckList
            options={PLATFORM_KEYS.map((value) => ({ value, label: platformWords(value) }))}
            chosen={platforms}
            onChange={(chosen) => onChange({ platforms: chosen })}
          />
        )}
      </FilterChip>
      <Button
        variant="quiet"
        size="sm"
        aria-pressed={suspicious}
        className={cn('rounded-full', suspicious && 'bg-press text-text')}
        onClick={() => onChange({ suspicious: !suspicious })}
      >
        <ShieldAlert aria-hidden />
        Suspicious only
      </Button>
    </>
  );
}

interface FilterChipProps {
  label: string;
  /** Null while nothing is chosen. */
  value: string | null;
  onRemove: () => void;
  children: (close: () => void) => ReactNode;
}

function FilterChip({ label, value, onRemove, children }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Chip
          label={label}
          value={value}
          dashed={value === null}
          removeLabel={`Remove the filter ${label} ${value}`}
          {...(value === null ? {} : { onRemove })}
        />
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={label}>
        {children(() => setOpen(false))}
      </PopoverContent>
    </Popover>
  );
}
