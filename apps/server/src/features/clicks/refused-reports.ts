import { hash } from 'node:crypto';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createLru } from '../../platform/lru.ts';

const MAX_REPORTS = 10_000;
const RETRY_MS = 10 * MINUTE_MS;

/** What makes two writes of a click one row. */
export interface ClickIdentity {
  id: string;
  at: Date;
}

/**
 * Reported clicks that were answered with 503. The database or our own disk may have stored one all the same, so that
 * its retry must be the same click.
 */
export interface RefusedReports {
  find(url: string): ClickIdentity | undefined;
  add(url: string, click: ClickIdentity): void;
  delete(url: string): void;
}

export function createRefusedReports(): RefusedReports {
  const reports = createLru<ClickIdentity>(MAX_REPORTS, RETRY_MS);
  const keyOf = (url: string) => hash('sha256', url, 'base64url');
  return {
    find: (url) => (reports.size > 0 ? reports.get(keyOf(url)) : undefined),
    add: (url, click) => void reports.set(keyOf(url), click),
    delete: (url) => void reports.delete(keyOf(url)),
  };
}
