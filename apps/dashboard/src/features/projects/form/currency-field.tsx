import { useMemo } from 'react';
import { fieldReason } from '../../../failures/field-reason.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { currencyOptions } from '../../../words/currency-options.ts';
import { SettingHint } from '../settings/setting-hint.tsx';

interface CurrencyFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  disabled?: boolean;
}

export function CurrencyField({ value, onChange, error, disabled }: CurrencyFieldProps) {
  const options = useMemo(() => currencyOptions('en', value), [value]);
  return (
    <Field
      label="Currency"
      hint={<SettingHint effect="Reports show revenue and spend in it." usual="your region’s" />}
      error={fieldReason('Currency', error)}
    >
      <Combobox
        options={options}
        value={value}
        onValueChange={onChange}
        placeholder="Choose a currency"
        searchPlaceholder="Search currencies…"
        emptyText="No such currency."
        disabled={disabled}
      />
    </Field>
  );
}
