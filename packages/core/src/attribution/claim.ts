import type { CreditedNetwork } from '@trailmark/contract/networks';
import type { FoundBy, Touch, TouchPlatform } from './decision.ts';

/** The ad that a network names, in its own ids; what it did not name is null. */
export interface ClaimedAd {
  campaignId: string | null;
  campaignName?: string | null;
  adGroupId: string | null;
  adGroupName?: string | null;
  adId: string | null;
}

/** What a network says about an install, in terms that are the same for every network. */
export interface Claim {
  network: CreditedNetwork;
  kind: Exclude<Touch['kind'], 'coupon'>;
  /** The network's own time of the click or view; null where it tells none. */
  at: string | null;
  platform: TouchPlatform;
  foundBy: FoundBy;
  /** The ad, and whatever else the network said, as a receipt keeps it. */
  answer: ClaimedAd & Readonly<Record<string, unknown>>;
}
