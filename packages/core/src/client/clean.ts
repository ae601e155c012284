import { isMissingId } from '@trailmark/contract/missing-id';

/** What clients write when they have nothing to say. */
const NOTHING = new Set(['', '<null>', '(null)', 'null', 'undefined', 'unknown']);

/** PostgreSQL holds neither NUL nor half surrogate pairs. */
export function cleanText(text: string): string {
  return (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed();
}

/** A short text that can be stored, or null when there is none. */
export function optionalText(value: unknown, max = 500): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = cleanText(String(value)).trim();
  if (NOTHING.has(text)) return null;
  return text.length > max ? cleanText(text.slice(0, max)) : text;
}

/** An id that can be stored, or null where there is none, whatever is written instead. */
export function optionalId(value: unknown, max: number): string | null {
  const text = optionalText(value, max);
  return text === null || isMissingId(text) ? null : text;
}

/** An instant that somebody wrote; null when it is none, or none that a database knows. */
export function optionalInstant(value: unknown): Date | null {
  const at = typeof value === 'number' ? new Date(value) : typeof value === 'string' ? new Date(value) : null;
  if (!at || Number.isNaN(at.getTime())) return null;
  const year = at.getUTCFullYear();
  return year >= 1970 && year < 3000 ? at : null;
}

// As JSON.stringify writes them.
const HARD_IN_JSON = /\\u0000|\\ud[89a-f]/i;

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [cleanText(name), cleanValue(one, depth - 1)]),
  );
}

const MAX_DEPTH = 20;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((one) => isDeeper(one, depth - 1));
}

/** JSON has it as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** More than JSON needs for a field besides its texts: punctuation, and a number. */
const FIELD_BYTES = 32;

/** Flat, of plain texts and far from the limit, as most objects are: to see that, they need not be written as JSON. */
function isPlainAndSmall(value: Record<string, unknown>, maxBytes: number): boolean {
  let bytes = FIELD_BYTES;
  for (const name of Object.keys(value)) {
    const one = value[name];
    if (typeof one === 'string') {
      if (!PLAIN.test(one)) return false;
      bytes += one.length;
    } else if (one !== null && typeof one !== 'number' && typeof one !== 'boolean') return false;
    if (!PLAIN.test(name)) return false;
    bytes += name.length + FIELD_BYTES;
  }
  return bytes <= maxBytes;
}

/** What is stored of an object that somebody sent; `tooLarge` when it is beyond the limit. */
export function cleanObject(
  value: Record<string, unknown> | null | undefined,
  maxBytes: number,
): Record<string, unknown> | 'tooLarge' | null {
  if (value === null || value === undefined) return null;
  if (isPlainAndSmall(value, maxBytes)) return value;
  if (isDeeper(value, MAX_DEPTH)) return 'tooLarge';
  const text = JSON.stringify(value);
  if (text.length > maxBytes) return 'tooLarge';
  if (!HARD_IN_JSON.test(text)) return value;
  return cleanValue(value, MAX_DEPTH) as Record<string, unknown>;
}
