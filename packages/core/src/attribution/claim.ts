import type { CreditedNetwork } from '@trailmark/contract/networks';
import type { AdServicesClaim } from '../referrers/adservices.ts';
import type { FoundBy, Touch, TouchPlatform } from './decision.ts';

/** What a network says about an install, in terms that are the same for every network. */
export interface Claim {
  network: CreditedNetwork;
  kind: Exclude<Touch['kind'], 'coupon'>;
  /** The network's own time of the click or view; null where it tells none. */
  at: string | null;
  platform: TouchPlatform;
  foundBy: FoundBy;
  adSet: string | null;
  creative: string | null;
  /** What the network said, in its own form and with its own campaign ids. */
  answer: AdServicesClaim;
}
