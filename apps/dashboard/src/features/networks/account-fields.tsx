import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureAdvice } from '../../failures/failure-advice.ts';
import { fieldReason } from '../../failures/field-reason.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';

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

interface TokenFieldProps<Values extends FieldValues>
  extends Omit<CodeFieldProps<Values>, 'hint' | 'isSecret'> {
  /** How the stored one begins; null where none is stored. */
  stored: string | null;
}

/** A secret that goes in and never comes out again. */
export function TokenField<Values extends FieldValues>({ stored, ...field }: TokenFieldProps<Values>) {
  return (
    <CodeField {...field} hint={tokenHint(stored, 'Stored encrypted, and never shown again.')} isSecret />
  );
}

/** What to say of a secret: how the stored one begins, or what to enter. */
export const tokenHint = (stored: string | null | undefined, hint: string) =>
  stored ? `Begins with ${stored}. Leave it empty to keep it.` : hint;

/** Why nothing was saved, where no field is to blame. */
export function SaveFailed({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Notice tone="bad" role="alert">
      {failureAdvice(error)}
    </Notice>
  );
}
