import { NETWORK_WORDS } from './network-name.ts';
import { UNKNOWN_VALUE } from './report-filter.ts';

const UNKNOWN = 'Unknown';

/** A network of a breakdown, which may also be none. */
export function networkWords(key: string): string {
  if (key === '') return UNKNOWN;
  return NETWORK_WORDS[key as keyof typeof NETWORK_WORDS] ?? key;
}

/** A country or a platform of a breakdown, as calls take it. */
export function dimensionKey(key: string): string {
  return key || UNKNOWN_VALUE;
}

let regions: Intl.DisplayNames | undefined;

function regionName(code: string): string {
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return regions.of(code) ?? code;
}

/** A country by its name; what is no country stays as it is. */
export function countryWords(key: string): string {
  if (dimensionKey(key) === UNKNOWN_VALUE) return UNKNOWN;
  return /^[A-Z]{2}$/.test(key) ? regionName(key) : key;
}

const PLATFORM_WORDS: Record<string, string> = {
  ios: 'iOS',
  android: 'Android',
  web: 'Web',
  desktop: 'Desktop',
  other: 'Other',
};

export function platformWords(key: string): string {
  if (dimensionKey(key) === UNKNOWN_VALUE) return UNKNOWN;
  return PLATFORM_WORDS[key.toLowerCase()] ?? key;
}
