import {
  DEFAULT_PLAUSIBILITY_LEVELS,
  DEFAULT_PLAUSIBILITY_THRESHOLDS,
  type PlausibilityLevel,
  type PlausibilityLevels,
} from '@trailmark/contract/plausibility';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import type { ProjectValues } from '../form/project-values.ts';
import { LEVEL_FIELDS, LEVEL_WORDS, THRESHOLD_FIELDS } from './plausibility-fields.ts';

interface PlausibilityCardProps<Output> {
  form: UseFormReturn<ProjectValues, unknown, Output>;
  disabled: boolean;
}

const LEVEL_OPTIONS = (Object.keys(LEVEL_WORDS) as PlausibilityLevel[]).map((value) => ({
  value,
  ...LEVEL_WORDS[value],
}));

/** From when on a touch is not believed, and what follows from it. */
export function PlausibilityCard<Output>({ form, disabled }: PlausibilityCardProps<Output>) {
  const errors = form.formState.errors.plausibility?.thresholds;
  return (
    <Card>
      <CardHeader
        title="Plausibility"
        description="Which touches are suspicious, and what happens then. An unknown click id is never credited. A change applies from now on."
        className="pb-3"
      />
      {LEVEL_FIELDS.map(({ name, label, explanation, thresholds }) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-2.5 border-t border-line px-4 py-3 sm:grid-cols-[minmax(0,1fr)_15rem]"
        >
          <div className="grid content-start gap-2.5">
            <div className="grid gap-0.5">
              <h3 className="text-sm font-medium">{label}</h3>
              <p className="text-sm text-text-3">{explanation}</p>
            </div>
            {thresholds.length > 0 && (
              <div className="grid gap-3 sm:grid-cols-2">
                {thresholds.map((key) => (
                  <Field
                    key={key}
                    label={THRESHOLD_FIELDS[key].label}
                    error={fieldReason('It', errors?.[key]?.message)}
                  >
                    <Input
                      type="number"
                      inputMode="decimal"
                      step={THRESHOLD_FIELDS[key].step}
                      min={0}
                      trailing={THRESHOLD_FIELDS[key].unit}
                      placeholder={String(DEFAULT_PLAUSIBILITY_THRESHOLDS[key])}
                      disabled={disabled}
                      className="num pr-16"
                      {...form.register(`plausibility.thresholds.${key}`, { valueAsNumber: true })}
                    />
                  </Field>
                ))}
              </div>
            )}
          </div>
          {name && <LevelField form={form} name={name} label={label} disabled={disabled} />}
        </div>
      ))}
    </Card>
  );
}

interface LevelFieldProps<Output> extends PlausibilityCardProps<Output> {
  name: keyof PlausibilityLevels;
  label: string;
}

function LevelField<Output>({ form, name, label, disabled }: LevelFieldProps<Output>) {
  return (
    <Controller
      control={form.control}
      name={`plausibility.levels.${name}`}
      render={({ field }) => (
        <Select
          aria-label={`What follows from: ${label}`}
          className="self-start"
          options={LEVEL_OPTIONS}
          value={field.value ?? DEFAULT_PLAUSIBILITY_LEVELS[name]}
          onValueChange={field.onChange}
          disabled={disabled}
        />
      )}
    />
  );
}
