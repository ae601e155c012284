import { parseUrl } from './parse-url.ts';

/** Schemes that run or read something on the visitor's side; never a destination. */
const REFUSED = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'filesystem:',
  'about:',
  'view-source:',
  'content:',
  'intent:',
]);

// Browsers' rules also see through `java\nscript:`.

/** An http(s) address without a password, as browsers spell it; null for everything else. */
export function webUrl(text: string | null): string | null {
  const url = text === null ? null : parseUrl(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username || url.password) return null;
  return url.href;
}

/** An address that opens an app: of the app's own scheme, or an http(s) address that the app claims. */
export function deepLinkUrl(text: string | null): string | null {
  const url = text === null ? null : parseUrl(text);
  if (!url || REFUSED.has(url.protocol)) return null;
  if (url.protocol === 'https:' || url.protocol === 'http:') return webUrl(text);
  // Outside of http, browsers leave text beyond ASCII as it is; a Location header cannot hold it.
  return url.href.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}
