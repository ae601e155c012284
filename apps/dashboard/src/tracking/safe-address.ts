/** Where a secret arrives in the fragment of the URL: nothing that reads addresses by itself may run there. */
const SECRET_PATHS = ['/login/verify', '/login/callback', '/invite'];

/** Where an ad network sends a code in the query. */
const CODE_PATH = /^\/integrations\/[^/]+\/callback\/?$/;

/** What may leave the dashboard in a query: which project is shown, nothing else. */
const SAFE_PARAMETERS = ['p_id'];

/** A fragment is lost on the way to the sign-in page. */
export function hasSecretFragment(path: string): boolean {
  return SECRET_PATHS.some((secret) => path === secret || path.startsWith(`${secret}/`));
}

export function carriesSecret(path: string): boolean {
  return hasSecretFragment(path) || CODE_PATH.test(path);
}

/** An address without fragment, credentials and unknown parameters; foreign ones keep only their origin. */
export function safeAddress(address: string, ownOrigin: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  if (url.origin !== ownOrigin) return url.origin === 'null' ? '' : url.origin;
  const kept = new URLSearchParams();
  for (const name of SAFE_PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  const query = kept.toString();
  return url.origin + url.pathname + (query ? `?${query}` : '');
}

const ADDRESS_KEYS = /url|referrer|href/i;

/** The same for every address among the properties of an event or a profile, at any depth. */
export function withSafeAddresses<Value>(value: Value, ownOrigin: string): Value {
  if (Array.isArray(value)) return value.map((item) => withSafeAddresses(item, ownOrigin)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    if (typeof inner !== 'string') return [key, withSafeAddresses(inner, ownOrigin)];
    return [key, ADDRESS_KEYS.test(key) && inner !== '$direct' ? safeAddress(inner, ownOrigin) : inner];
  });
  return Object.fromEntries(entries) as Value;
}
