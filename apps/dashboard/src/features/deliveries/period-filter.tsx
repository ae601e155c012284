import { useState } from 'react';
import { formatDays } from '../../report/calendar-day.ts';
import { ChoiceList } from '../../report/choice-list.tsx';
import { FilterChip } from '../../report/filter-chip.tsx';
import { useToday } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
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

interface DaysFormProps {
  days: { from: string; to: string };
  today: string;
  onChoose: (days: { from: string; to: string }) => void;
}

function DaysForm({ days, today, onChoose }: DaysFormProps) {
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const isRight = from !== '' && to !== '' && from <= to;
  return (
    <form
      className="grid grid-cols-2 gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onChoose({ from, to });
      }}
    >
      <Field label="First day">
        <Input type="date" max={today} value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field label="Last day" error={to < from ? 'Before the first day.' : undefined}>
        <Input type="date" max={today} value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <Button type="submit" size="sm" disabled={!isRight} className="col-span-2">
        Show this period
      </Button>
    </form>
  );
}
