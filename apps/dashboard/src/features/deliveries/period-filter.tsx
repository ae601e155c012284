import { formatDays } from '../../report/calendar-day.ts';
import { ChoiceList } from '../../report/choice-list.tsx';
import { DaysForm } from '../../report/days-form.tsx';
import { FilterChip } from '../../report/filter-chip.tsx';
import { useToday } from '../../report/use-report-range.ts';
import { type DeliveryPeriod, PERIODS, type PeriodName } from './deliveries-view.ts';

const OPTIONS = Object.entries(PERIODS).map(([value, { label }]) => ({ value: value as PeriodName, label }));

interface PeriodFilterProps {
  period: DeliveryPeriod | null;
  onChange: (period: DeliveryPeriod | null) => void;
}

/** When the event was received. */
export function PeriodFilter({ period, onChange }: PeriodFilterProps) {
  const today = useToday();
  const last = period && 'last' in period ? period.last : null;
  const days = period && !('last' in period) ? period : null;
  const value = last
    ? PERIODS[last].label.toLowerCase()
    : days
      ? formatDays(days.from, days.to, today)
      : null;
  return (
    <FilterChip label="Period" value={value} onRemove={() => onChange(null)}>
      {(close) => {
        const choose = (next: DeliveryPeriod) => {
          onChange(next);
          close();
        };
        return (
          <div className="grid gap-3">
            <ChoiceList options={OPTIONS} value={last} onChoose={(name) => choose({ last: name })} />
            <DaysForm days={days ?? { from: today, to: today }} today={today} onChoose={choose} />
          </div>
        );
      }}
    </FilterChip>
  );
}
