import { MAX_INVITES_AT_ONCE } from '@trailmark/contract/members';
import type { TypedAddress } from './split-addresses.ts';

/** What keeps a list of addresses from being invited; null when nothing does. */
export function addressProblem(addresses: TypedAddress[]): string | null {
  if (addresses.length === 0) return 'Type at least one address.';
  const bad = addresses.filter(({ valid }) => !valid);
  if (bad.length === 1) return `${bad[0]?.email} is not an e-mail address.`;
  if (bad.length > 1) return `${bad.length} of these are not e-mail addresses; they are marked.`;
  if (addresses.length > MAX_INVITES_AT_ONCE) {
    return `These are ${addresses.length} addresses; ${MAX_INVITES_AT_ONCE} can be invited at once.`;
  }
  return null;
}
