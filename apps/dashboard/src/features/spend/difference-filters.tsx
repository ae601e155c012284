import { MOST_DIFFERENCE_DAYS } from '@trailmark/contract/network-spend';
import { formatDays } from '../../report/calendar-day.ts';
import { CampaignChoice, useCampaignName } from '../../report/campaign-choice.tsx';
import { ChoiceList } from '../../report/choice-list.tsx';
import { DaysForm } from '../../report/days-form.tsx';
import { FilterChip } from '../../report/filter-chip.tsx';
import type { DayRange } from '../../report/report-range.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { NetworkFilter } from './network-filter.tsx';
import { type ClaimingNetwork, LAST_DAYS, lastDays, type SpendView } from './spend-view.ts';

interface DifferenceFiltersProps {
  networks: readonly ClaimingNetwork[];
  network: ClaimingNetwork;
  days: DayRange;
  campaign: string | null;
  onChange: (change: Partial<SpendView>) => void;
}

export function DifferenceFilters({ networks, network, days, campaign, onChange }: DifferenceFiltersProps) {
  return (
    <Toolbar>
      <NetworkFilter
        networks={networks}
        value={network}
        onChange={(next) => onChange({ network: next, cause: null })}
        isNeeded
      />
      <DaysFilter days={days} onChange={(next) => onChange({ days: next })} />
      <CampaignFilter value={campaign} onChange={(next) => onChange({ campaign: next })} />
    </Toolbar>
  );
}

const PERIODS = LAST_DAYS.map((value) => ({ value, label: `Last ${value} days` }));

function DaysFilter({ days, onChange }: { days: DayRange; onChange: (days: DayRange | null) => void }) {
  const today = useToday();
  const chosen = LAST_DAYS.find((length) => {
    const { from, to } = lastDays(length, today);
    return from === days.from && to === days.to;
  });
  return (
    <FilterChip label="Days" value={formatDays(days.from, days.to, today)}>
      {(close) => {
        const choose = (next: DayRange | null) => {
          onChange(next);
          close();
        };
        return (
          <div className="grid gap-3">
            <ChoiceList
              options={PERIODS}
              value={chosen ?? null}
              onChoose={(length) => choose(length === LAST_DAYS[0] ? null : lastDays(length, today))}
            />
            <DaysForm days={days} today={today} onChoose={choose} mostDays={MOST_DIFFERENCE_DAYS} />
          </div>
        );
      }}
    </FilterChip>
  );
}

interface CampaignFilterProps {
  value: string | null;
  onChange: (campaignId: string | null) => void;
}

function CampaignFilter({ value, onChange }: CampaignFilterProps) {
  const name = useCampaignName(value);
  return (
    <FilterChip label="Campaign" value={value && name} onRemove={() => onChange(null)}>
      {(close) => (
        <CampaignChoice
          value={value}
          onChoose={(campaignId) => {
            onChange(campaignId);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}
