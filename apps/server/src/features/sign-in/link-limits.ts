import { type Limit, spend, spentOf } from '../../access/rate-limit.ts';
import { networkOf } from '../../http/client-info.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';

/** The asker has the whole of it: providers give customers up to a /48 of IPv6. */
const SITE_BITS = 48;

/** Links a day for an address, asked for anywhere, before each site is down to its reserve. */
const SHARED_A_DAY = 20;
/** What a site that did not ask before still gets then, so that strangers cannot keep a person out. */
const RESERVE_A_DAY = 2;
/** The most mails that strangers can have sent to one address in a day. */
const MOST_A_DAY = 100;

interface Asker {
  email: string;
  ip: string;
  /** Set where this address signed in with this browser before. */
  browserId: string | null;
}

function limitsOf(what: string, per: [max: number, perMs: number][]): Limit[] {
  return per.map(([max, perMs]) => ({ bucket: `magic-link:${what}:${perMs / MINUTE_MS}m`, max, perMs }));
}

/**
 * Counts a link that is asked for, and refuses one too many. Each asker has an allowance of their own, so that a
 * stranger who asks for somebody's links uses up their own; a browser that the person signed in with is not
 * limited by what others ask for at all. A refused request counts towards nothing that others share.
 */
export async function spendLink({ db, clock }: Kit, { email, ip, browserId }: Asker): Promise<void> {
  const now = clock.now();
  if (browserId !== null) {
    const own: [number, number][] = [
      [5, 15 * MINUTE_MS],
      [20, DAY_MS],
    ];
    return await spend(db, now, limitsOf(`browser:${browserId}:${email}`, own));
  }
  const asker = `${networkOf(ip, SITE_BITS)}:${email}`;
  const perAsker: [number, number][] = [
    [3, 15 * MINUTE_MS],
    [10, DAY_MS],
  ];
  await spend(db, now, [
    ...limitsOf(`network:${networkOf(ip)}`, [[5, MINUTE_MS]]),
    ...limitsOf(`asker:${asker}`, perAsker),
  ]);
  const shared: Limit = { bucket: `magic-link:address:${email}`, max: MOST_A_DAY, perMs: DAY_MS };
  if ((await spentOf(db, now, shared)) >= SHARED_A_DAY) {
    await spend(db, now, limitsOf(`reserve:${asker}`, [[RESERVE_A_DAY, DAY_MS]]));
  }
  await spend(db, now, [shared]);
}
