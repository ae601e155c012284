import type { ComponentProps, ReactNode } from 'react';
import type { FieldPath } from 'react-hook-form';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { CampaignFormControl, CampaignValues } from './campaign-values.ts';

interface CampaignTextFieldProps extends Omit<ComponentProps<typeof Input>, 'name' | 'form'> {
  form: CampaignFormControl;
  name: FieldPath<CampaignValues>;
  label: string;
  hint?: ReactNode;
  /** How its reasons begin, when that is not the label. */
  spoken?: string;
}

/** One text field of a campaign's form, with its error. */
export function CampaignTextField(props: CampaignTextFieldProps) {
  const { form, name, label, hint, spoken = label, required, ...input } = props;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} hint={hint} error={fieldReason(spoken, error?.message)} required={required ?? false}>
      <Input
        autoComplete="off"
        {...input}
        placeholder={input.disabled && input.type !== 'number' ? 'Not set' : input.placeholder}
        {...form.register(name)}
      />
    </Field>
  );
}

/** How an address is typed: nothing is corrected or capitalised. */
export const ADDRESS_INPUT = {
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;
