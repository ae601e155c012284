import type { Body, CoarseValue, ConversionType } from './postback.ts';

/** Reads fields one after the other, and remembers whether one of them is missing or not as Apple sends it. */
export interface FieldReader {
  /** A field that has to be there. */
  required<Value>(read: (value: unknown) => Value | null, name: string): Value | null;
  /** A field that Apple leaves out at times; null counts as left out. */
  optional<Value>(read: (value: unknown) => Value | null, name: string): Value | null;
  isComplete(): boolean;
}

export function createFieldReader(body: Body): FieldReader {
  let isComplete = true;
  const sent = (name: string) => (Object.hasOwn(body, name) ? body[name] : undefined);
  const read = <Value>(reading: (value: unknown) => Value | null, value: unknown): Value | null => {
    const result = reading(value);
    if (result === null) isComplete = false;
    return result;
  };
  return {
    required: (reading, name) => read(reading, sent(name)),
    optional: (reading, name) => {
      const value = sent(name);
      return value === undefined || value === null ? null : read(reading, value);
    },
    isComplete: () => isComplete,
  };
}

/** Of printable characters without blanks: what the database, a header and a screen can all hold. */
const word = (longest: number) => {
  const pattern = new RegExp(`^[\\x21-\\x7e]{1,${longest}}$`);
  return (value: unknown): string | null => (typeof value === 'string' && pattern.test(value) ? value : null);
};

export const networkId = word(100);
export const transactionId = word(64);
export const domain = word(253);
export const bundleId = word(155);

/** Ad networks that forward bodies write numbers as text at times. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) ? Number(value) : null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

const upTo = (most: number) => (value: unknown) => {
  const number = wholeNumber(value);
  return number !== null && number <= most ? number : null;
};

export const sequenceIndex = upTo(2);
export const fidelityType = upTo(1);
export const conversionValue = upTo(63);
/** Apple's range is 1 to 100; the column holds more. */
export const campaignNumber = upTo(32_767);

export function yesOrNo(value: unknown): boolean | null {
  if (value === 'true') return true;
  if (value === 'false') return false;
  return typeof value === 'boolean' ? value : null;
}

export function sourceIdentifier(value: unknown): string | null {
  return typeof value === 'string' && /^\d{2,4}$/.test(value) ? value : null;
}

const oneOf =
  <Word extends string>(...words: Word[]) =>
  (value: unknown): Word | null =>
    words.find((one) => one === value) ?? null;

const coarseWord = oneOf<CoarseValue>('low', 'medium', 'high');
/** Some ad networks forward it in capitals. */
export const coarseConversionValue = (value: unknown) =>
  typeof value === 'string' ? coarseWord(value.toLowerCase()) : null;

export const conversionType = oneOf<ConversionType>('download', 'redownload', 're-engagement');
export const interactionType = oneOf<'view' | 'click'>('view', 'click');

export function countryCode(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : null;
}

const MOST_TEXT = 200;

/** A name that an ad network made up. */
export function freeText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  const clean = text
    .replaceAll('\u0000', '')
    .replace(/\p{Surrogate}/gu, '')
    .trim();
  return clean.slice(0, MOST_TEXT).replace(/\p{Surrogate}/gu, '') || null;
}
