import {
  MAX_DELIVERY_DAYS,
  MAX_RETENTION_DAYS,
  MIN_DELIVERY_DAYS,
  MIN_RETENTION_DAYS,
} from '@trailmark/contract/projects';
import { CalendarDays, Timer } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import type { ProjectValues } from '../form/project-values.ts';

const DAY_KINDS = [
  {
    value: 'calendar',
    title: 'Calendar days',
    text: 'Day 1 begins at the first midnight after the install, in the zone of the project.',
    icon: <CalendarDays />,
  },
  {
    value: '24h',
    title: '24-hour days',
    text: 'Day 1 begins exactly 24 hours after the install, whatever the clock says.',
    icon: <Timer />,
  },
] as const;

interface CountingCardProps<Output> {
  form: UseFormReturn<ProjectValues, unknown, Output>;
  disabled: boolean;
}

/** What is deleted when it is older than a number of days. */
const KEPT = [
  {
    name: 'retention_days',
    label: 'Keep raw clicks, views and events for',
    hint: 'Older ones are deleted. Reports keep their numbers.',
    min: MIN_RETENTION_DAYS,
    max: MAX_RETENTION_DAYS,
  },
  {
    name: 'delivery_retention_days',
    label: 'Keep deliveries for',
    hint: 'What was sent is kept that long in the ledger. Totals are kept.',
    min: MIN_DELIVERY_DAYS,
    max: MAX_DELIVERY_DAYS,
  },
] as const;

/** When a day after an install begins, and how long single rows are kept. */
export function CountingCard<Output>({ form, disabled }: CountingCardProps<Output>) {
  const { errors } = form.formState;
  return (
    <Card>
      <CardHeader
        title="Days and storage"
        description="When a day after an install begins, and how long single rows are kept."
      />
      <CardBody className="grid gap-5">
        <Controller
          control={form.control}
          name="day_kind"
          render={({ field, fieldState }) => (
            <Field
              label="Day n after an install"
              hint="For retention and cohorts. A change recomputes all reports, which can take a while."
              group
              error={fieldReason('It', fieldState.error?.message)}
            >
              <RadioCards
                options={DAY_KINDS}
                value={field.value}
                onValueChange={field.onChange}
                disabled={disabled}
              />
            </Field>
          )}
        />
        <div className="grid gap-x-2.5 gap-y-5 sm:grid-cols-2">
          {KEPT.map(({ name, label, hint, min, max }) => (
            <Field
              key={name}
              label={label}
              hint={hint}
              error={fieldReason('The time', errors[name]?.message)}
              className="max-w-80"
            >
              <Input
                type="number"
                inputMode="numeric"
                min={min}
                max={max}
                step={1}
                trailing="days"
                disabled={disabled}
                className="num"
                {...form.register(name, { valueAsNumber: true })}
              />
            </Field>
          ))}
        </div>
      </CardBody>
    </Card>
  );
}
