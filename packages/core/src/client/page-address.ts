import { CLICK_IDS, cleanValue } from '../links/click-ids.ts';
import { CLICK_PARAMETER } from '../links/signed-click.ts';
import { cleanText } from './clean.ts';

export interface Address {
  /** Lower case, without a port. */
  host: string;
  /** Host and path, without a query. */
  page: string;
  query: URLSearchParams;
}

const MAX_PAGE = 500;

/** An address as a browser or an app names it; null where it is none. */
export function readAddress(address: string | null | undefined): Address | null {
  if (!address) return null;
  let url: URL;
  try {
    url = new URL(cleanText(address.trim()));
  } catch {
    return null;
  }
  const host = url.hostname.toLowerCase();
  if (host === '') return null;
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, '') || '/' : '/';
  return { host, page: cleanText(`${host}${path}`.slice(0, MAX_PAGE)), query: url.searchParams };
}

const KNOWN = new Set([...CLICK_IDS, CLICK_PARAMETER].map((name) => name.toLowerCase()));
const isKnown = (name: string) => KNOWN.has(name) || /^utm_[a-z_]{1,30}$/.test(name);

/**
 * What is stored of an address: its page and the parameters that say where a visitor comes from. Others may hold what
 * is nobody's business, such as a name or a password.
 */
export function pageAddress(address: string | null | undefined): string | null {
  const read = readAddress(address);
  if (!read) return null;
  const kept = new URLSearchParams();
  for (const [name, value] of read.query) {
    const text = isKnown(name.toLowerCase()) && !kept.has(name) ? cleanValue(value) : null;
    if (text !== null) kept.append(name, text);
  }
  return kept.size > 0 ? `${read.page}?${kept}` : read.page;
}
