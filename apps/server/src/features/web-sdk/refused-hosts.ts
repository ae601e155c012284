import { type AllowedPages, allowedBy, readOrigin } from '@trailmark/core/client/web-hosts';

/** A host is kept as origins name it, without the scheme. */
const originOf = (host: string) => readOrigin(`https://${host}`);

export const isLocalHost = (host: string) => originOf(host)?.isLocal ?? false;

/** Whether a host that was refused would be refused now; a late note may come after it was allowed. */
export function isStillRefused(allowed: AllowedPages, host: string): boolean {
  const origin = originOf(host);
  return origin !== null && allowedBy(allowed, origin) === null;
}
