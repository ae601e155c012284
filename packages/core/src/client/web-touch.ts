import { withoutParameters } from '../links/add-parameters.ts';
import { CLICK_IDS } from '../links/click-ids.ts';
import { optionalInstant } from './clean.ts';
import { pageAddress, readAddress } from './page-address.ts';
import { readTrafficSource, type TrafficSource } from './traffic-source.ts';

/** What led a visitor to a site, as the browser remembers it. */
export interface WebTouch {
  /** Host and path, and the parameters that say where a visitor comes from. */
  url: string | null;
  referrer: string | null;
  /** By the clock of the browser. */
  at: string | null;
  source: TrafficSource;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** A path is one of the site that the visitor is on. */
function addressOf(url: string | null, landing: string | null): string | null {
  const host = url?.startsWith('/') ? readAddress(landing)?.host : undefined;
  return host ? `https://${host}${url}` : url;
}

/** Reads a touch that a browser sends along; null where it says nothing. */
export function readWebTouch(value: unknown, landing: string | null): WebTouch | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Record<string, unknown>;
  const [url, referrer] = [addressOf(textOf(given.url), landing), textOf(given.referrer)];
  if (!url && !referrer) return null;
  return {
    url: pageAddress(url),
    referrer: pageAddress(referrer),
    at: optionalInstant(given.at)?.toISOString() ?? null,
    source: readTrafficSource(url, referrer),
  };
}

/** The same without the ids by which a network recognises its click; where the visitor came from stays. */
export function withoutClickIds(touch: WebTouch | null | undefined): WebTouch | null {
  return touch ? { ...touch, url: touch.url && withoutParameters(touch.url, CLICK_IDS) } : null;
}
