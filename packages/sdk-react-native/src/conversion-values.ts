import type { ConversionValue } from './native-module.ts';

const COARSE = ['low', 'medium', 'high'] as const;

/** The conversion value that an answer of the server asks for; null: none. */
export function readConversionValue(data: unknown): ConversionValue | null {
  if (typeof data !== 'object' || data === null) return null;
  const { fine_conversion_value, coarse_conversion_value, lock_postback } = data as Record<string, unknown>;
  const fine = fine_conversion_value;
  if (typeof fine !== 'number' || !Number.isInteger(fine) || fine < 0 || fine > 63) return null;
  const coarse = COARSE.find((value) => value === coarse_conversion_value);
  return { fine, ...(coarse ? { coarse } : {}), lock: lock_postback === true };
}

/** SKAdNetwork takes any value, and a lower one would overwrite a higher one: values only rise. */
export const mayRegister = (value: ConversionValue, highest: number | undefined): boolean =>
  highest === undefined || value.fine >= highest;
