import { type Limit, spend, spendIfRoom } from '../../access/rate-limit.ts';
import { networkOf } from '../../http/client-info.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';

/** The caller has the whole of it: providers give customers up to a /48 of IPv6. */
const SITE_BITS = 48;

/** Links a day for an address, requested from anywhere. */
const SHARED_A_DAY = 30;
/** Shorter than a link is valid. */
const PACE_MS = 10 * MINUTE_MS;

interface LinkRequest {
  email: string;
  ip: string;
  /** Set where this address signed in with this browser before. */
  browserId: string | null;
}

function limitsOf(what: string, per: [max: number, perMs: number][]): Limit[] {
  return per.map(([max, perMs]) => ({ bucket: `magic-link:${what}:${perMs / MINUTE_MS}m`, max, perMs }));
}

/**
 * Counts a requested link, and refuses one too many. Each network has an allowance per address, and so has the address.
 * Beyond them an address gets one link every ten minutes, from any network: any link in the mailbox signs its owner
 * in, so requests of strangers can neither keep the owner out nor flood the mailbox. A browser that the owner signed in
 * with is not limited by what others request at all.
 */
export async function spendLink(
  { db, clock, env }: Kit,
  { email, ip, browserId }: LinkRequest,
): Promise<void> {
  const now = clock.now();
  if (browserId !== null) {
    const own: [number, number][] = [
      [5, 15 * MINUTE_MS],
      [20, DAY_MS],
    ];
    return await spend(db, now, limitsOf(`browser:${browserId}:${email}`, own));
  }
  // Where sign-up is open, mail leaves for any address that a stranger names.
  const perNetwork = env.signup === 'open' ? 5 : 60;
  await spend(db, now, limitsOf(`network:${networkOf(ip)}`, [[perNetwork, MINUTE_MS]]));
  const perSite: [number, number][] = [
    [3, 15 * MINUTE_MS],
    [10, DAY_MS],
  ];
  const hasAllowance = await spendIfRoom(db, now, [
    ...limitsOf(`asker:${networkOf(ip, SITE_BITS)}:${email}`, perSite),
    ...limitsOf(`address:${email}`, [[SHARED_A_DAY, DAY_MS]]),
  ]);
  if (hasAllowance) return;
  const message = 'A link was sent to this address a few minutes ago and still works. Check the mailbox.';
  await spend(db, now, [{ bucket: `magic-link:paced:${email}`, max: 1, perMs: PACE_MS, message }]);
}
