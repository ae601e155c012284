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

/** The click or view that Google claims by; other networks name none. */
function adEventOf({ ad_events: events }: Claim['answer']): { ad_event_id?: unknown; timestamp?: unknown } {
  return (Array.isArray(events) ? events[0] : null) ?? {};
}

/** Whether two answers name the same click or view: by its id, and where it has none by the ad and its time. */
export function isSameAdEvent(one: Claim['answer'], other: Claim['answer']): boolean {
  const [event, otherEvent] = [adEventOf(one), adEventOf(other)];
  if (event.ad_event_id && otherEvent.ad_event_id) return event.ad_event_id === otherEvent.ad_event_id;
  return one.adId === other.adId && event.timestamp === otherEvent.timestamp;
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
