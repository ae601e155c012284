/** The oldest versions of our own SDKs that need no update. Each names itself in `package_version`: `web@0.1.0`. */
export const OLDEST_CURRENT: Record<string, string> = {
  web: '0.1.0',
  'react-native': '0.1.0',
};

const OWN_VERSION = /^(?<sdk>[a-z-]+)@(?<version>\d+(?:\.\d+){0,3})/;

function isLess(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split('.').map(Number));
  for (let at = 0; at < Math.max(own?.length ?? 0, other?.length ?? 0); at += 1) {
    const difference = (own?.[at] ?? 0) - (other?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Whether it is a version of one of our SDKs that should be updated; of other clients nothing is known. */
export function isOldSdk(version: string | null, oldest: Record<string, string> = OLDEST_CURRENT): boolean {
  const named = OWN_VERSION.exec(version ?? '')?.groups;
  const current = named?.sdk === undefined ? undefined : oldest[named.sdk];
  return current !== undefined && isLess(named?.version ?? '', current);
}
