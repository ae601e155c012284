import { isIP } from 'node:net';
import { isText } from '../receivers/request-content.ts';

export const isSha256 = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const isUuid = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
export const isIpAddress = (value: unknown): boolean => typeof value === 'string' && isIP(value) !== 0;
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
export const isCurrency = (value: unknown): boolean => typeof value === 'string' && CURRENCIES.has(value);

export function isWebAddress(value: unknown): boolean {
  return isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** A text, or a list of at least one. */
export function textsOf(value: unknown): string[] | null {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every(isText) ? list : null;
}
