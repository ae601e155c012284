import { cn } from '../ui/cn.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import type { DayRange } from './report-range.ts';

interface DayFieldsProps {
  days: DayRange;
  onChange: (days: DayRange) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** What is wrong with the first or the last day. */
  errors?: { from?: string | undefined; to?: string | undefined };
  className?: string;
}

/** The first and the last day of a period, side by side. */
export function DayFields({ days, onChange, min, max, errors = {}, className }: DayFieldsProps) {
  const isBackwards = days.from !== '' && days.to !== '' && days.to < days.from;
  return (
    <div className={cn('grid gap-4 sm:grid-cols-2', className)}>
      <Field label="First day" error={errors.from}>
        <Input
          type="date"
          min={min}
          max={max}
          value={days.from}
          onChange={(event) => onChange({ ...days, from: event.target.value })}
        />
      </Field>
      <Field label="Last day" error={isBackwards ? 'Last day is before the first.' : errors.to}>
        <Input
          type="date"
          min={min}
          max={max}
          value={days.to}
          onChange={(event) => onChange({ ...days, to: event.target.value })}
        />
      </Field>
    </div>
  );
}
