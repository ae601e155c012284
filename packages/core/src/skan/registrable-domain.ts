/** Second-level names under which many registries sell domains, as in example.co.uk. */
const SECOND_LEVEL = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gov',
  'gob',
  'gv',
  'ind',
  'net',
  'ne',
  'or',
  'org',
  'plc',
  'firm',
]);

/**
 * The part of a host that devices send postbacks to: they ignore subdomains. Without the whole public suffix list
 * (https://publicsuffix.org) it is an estimate, which is right for names of two letters at the end and one of the usual
 * words before them; the address that is asked is shown.
 */
export function registrableDomain(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const [second, top] = labels.slice(-2);
  const isShared = top?.length === 2 && SECOND_LEVEL.has(second ?? '');
  return labels.slice(isShared ? -3 : -2).join('.');
}
