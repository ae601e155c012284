import type { FieldError, Merge } from 'react-hook-form';

type ListError = Merge<FieldError, (FieldError | undefined)[]> | undefined;

/** What is wrong with a list: as a whole, or with the first of its values, which is named. */
export function listReason(error: ListError, values: readonly string[]): string | undefined {
  if (!error) return undefined;
  if (typeof error.message === 'string') return error.message;
  const single = Array.isArray(error) ? error : [];
  const at = single.findIndex(Boolean);
  const message = (single[at] as FieldError | undefined)?.message;
  return message ? `“${values[at]}” ${message}.` : undefined;
}
