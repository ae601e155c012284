import { useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

interface ListFieldProps {
  label: string;
  hint: string;
  values: readonly (number | string)[];
  disabled: boolean;
  onText: (text: string) => void;
}

/** A list that is typed as a text: what is typed stays, also where it is no number yet. */
export function ListField({ label, hint, values, disabled, onText }: ListFieldProps) {
  const [text, setText] = useState(values.join(', '));
  return (
    <Field label={label} hint={hint}>
      <Input
        value={text}
        disabled={disabled}
        inputMode="decimal"
        onChange={({ target }) => {
          setText(target.value);
          onText(target.value);
        }}
      />
    </Field>
  );
}
