import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldReason } from '../../failures/field-reason.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface CodeFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: string;
  hint: string;
  isSecret?: boolean;
  required?: boolean;
}

/** An id or a token of a network, as it was copied there. */
export function CodeField<Values extends FieldValues>(props: CodeFieldProps<Values>) {
  const { form, name, label, hint, isSecret = false, required = false } = props;
  const message = form.getFieldState(name, form.formState).error?.message;
  return (
    <Field label={label} hint={hint} required={required} error={fieldReason(label, message)}>
      {/* The class keeps the session recorder away from secrets. */}
      <Input
        className={isSecret ? 'mp-block mono' : 'mono'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register(name)}
      />
    </Field>
  );
}
