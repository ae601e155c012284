import {
  DEFAULT_PLAUSIBILITY_THRESHOLDS,
  type PlausibilityThresholds,
} from '@trailmark/contract/plausibility';
import { fieldReason } from '../../../failures/field-reason.ts';
import { useProjectWords } from '../../../project/project-words.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { thresholdFields } from './fraud-fields.ts';
import { SettingHint } from './setting-hint.tsx';
import type { SettingsCardProps } from './settings-form.tsx';

interface ThresholdFieldProps extends SettingsCardProps {
  name: keyof PlausibilityThresholds;
}

/** One threshold of the fraud checks, with what it changes. */
export function ThresholdField({ form, name, disabled }: ThresholdFieldProps) {
  const { label, effect } = thresholdFields(useProjectWords())[name];
  return (
    <Field
      label={label}
      hint={<SettingHint effect={effect} usual={String(DEFAULT_PLAUSIBILITY_THRESHOLDS[name])} />}
      error={fieldReason('It', form.formState.errors.plausibility?.thresholds?.[name]?.message)}
    >
      <ThresholdInput form={form} name={name} disabled={disabled} />
    </Field>
  );
}

/** The control alone; a Field is around it. */
export function ThresholdInput({ form, name, disabled }: ThresholdFieldProps) {
  const { step, unit } = thresholdFields(useProjectWords())[name];
  return (
    <Input
      type="number"
      inputMode="decimal"
      step={step}
      min={0}
      trailing={unit}
      placeholder={String(DEFAULT_PLAUSIBILITY_THRESHOLDS[name])}
      disabled={disabled}
      className="num pr-16"
      {...form.register(`plausibility.thresholds.${name}`, { valueAsNumber: true })}
    />
  );
}
