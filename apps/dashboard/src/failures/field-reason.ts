import { CallError } from '@trailmark/contract/call';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Reasons of the contract continue the name of the field, as in "Name" + "is required". */
export function fieldReason(label: string, message: string | undefined): string | undefined {
  if (!message) return undefined;
  return /^[a-z]/.test(message) ? `${label} ${message}.` : message;
}

/** Shows the server's reasons at the fields that they concern; those of fields elsewhere are left to the caller. */
export function showServerReasons<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): void {
  if (!(error instanceof CallError)) return;
  const known = Object.keys(form.getValues());
  const paths = Object.keys(error.fields).filter((path) => known.includes(path.split('.')[0] ?? path));
  for (const [index, path] of paths.entries()) {
    const reason = { type: 'server', message: error.fields[path] };
    form.setError(path as FieldPath<Values>, reason, { shouldFocus: index === 0 });
  }
}
