import { getDomain } from 'tldts';

/**
 * The part of a host that devices send postbacks to, since they ignore subdomains: the name below a public suffix, also
 * of those that companies hand out names under (https://publicsuffix.org). Null for a public suffix, an address in
 * numbers and a name without a dot, which have no such part.
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true });
}
