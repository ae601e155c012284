import { advertisingId } from '../referrers/ids.ts';
import type { Conversion, FoundBy, Thresholds, Touch, TouchMatch } from './decision.ts';
import { similarity } from './similarity.ts';

/** How a touch is connected to the device that opened the app, or why it is not. */
export interface TouchConnection {
  match: TouchMatch | null;
  similarity: number | null;
  /** Empty when there is a match. */
  because: string;
}

const NOT_FOR_THIS_APP = 'it is not for this app';
/** How the reason begins for a similarity below the threshold. The text is part of stored receipts: it never changes. */
export const LOW_SIMILARITY = 'its likeness to the device is';

/** Connects a touch to the device by the strongest of what it was found by. */
export function matchTouch(conversion: Conversion, touch: Touch, thresholds: Thresholds): TouchConnection {
  if (touch.isOfOtherApp) return { match: null, similarity: null, because: NOT_FOR_THIS_APP };
  const match = MATCHES[touch.kind](conversion, touch);
  if (match) return { match, similarity: null, because: '' };
  const obstacle = whyNotProbabilistic(conversion, touch);
  if (obstacle) return { match: null, similarity: null, because: obstacle };
  const score = similarity(touch, conversion);
  if (score >= thresholds.minLikeness) return { match: 'probabilistic', similarity: score, because: '' };
  return {
    match: null,
    similarity: score,
    because: `${LOW_SIMILARITY} ${score} of 100, below ${thresholds.minLikeness}`,
  };
}

/** A redemption is found by who redeemed it, and by nothing else. */
const couponMatch = (_: Conversion, { foundBy }: Touch): TouchMatch | null =>
  foundBy.includes('coupon') ? 'coupon' : null;

const MATCHES = { click: clickMatch, view: viewMatch, coupon: couponMatch };

function clickMatch(conversion: Conversion, touch: Touch): TouchMatch | null {
  if (touch.foundBy.includes('click_id')) return 'click_id';
  if (touch.foundBy.includes('deep_link')) return 'deep_link';
  if (isSameDevice(conversion, touch)) return 'device_id';
  if (touch.foundBy.includes('meta_referrer')) return 'meta_referrer';
  if (touch.foundBy.includes('adservices')) return 'adservices';
  return touch.foundBy.includes('google_ads') ? 'google_ads' : null;
}

/** By the word of a network, which nobody else can write. */
const CLAIMED: readonly FoundBy[] = ['meta_referrer', 'adservices', 'google_ads'];

function viewMatch(conversion: Conversion, touch: Touch): TouchMatch | null {
  const isClaimed = touch.foundBy.some((by) => CLAIMED.includes(by));
  return isClaimed || isSameDevice(conversion, touch) ? 'view' : null;
}

function isSameDevice(conversion: Conversion, touch: Touch): boolean {
  if (!touch.foundBy.includes('advertising_id')) return false;
  const id = advertisingId(touch.advertisingId);
  return id !== null && id === advertisingId(conversion.advertisingId);
}

/** In words why the click may not be matched probabilistically; null when it may. */
function whyNotProbabilistic(conversion: Conversion, touch: Touch): string | null {
  if (touch.kind !== 'click') return 'a view is matched by an id only';
  if (!touch.foundBy.includes('ip')) return 'no id connects it to the device';
  if (conversion.kind === 'deep_link') return 'an open by a link is never matched by likeness';
  if (conversion.kind === 'session') return 'a session is never matched by similarity';
  if (touch.isRelay || conversion.isRelay) return 'an address of Private Relay says nothing about the device';
  if (touch.ip === null || touch.ip !== conversion.ip) return 'its address is not that of the device';
  if (touch.platform !== conversion.platform || touch.platform === 'other') {
    return 'it was not made on the platform of the device';
  }
  if (conversion.platform === 'ios' && !conversion.relayKnown) {
    return 'addresses of Private Relay are not known yet, so Apple devices are not matched by address';
  }
  if (conversion.platform === 'ios' && !touch.ownedMedia && conversion.trackingAuthorized !== true) {
    return 'on iOS likeness counts only for owned media, or when tracking is authorised';
  }
  return hasOtherId(conversion, touch) ? 'it carries the advertising id of another device' : null;
}

function hasOtherId(conversion: Conversion, touch: Touch): boolean {
  const id = advertisingId(touch.advertisingId);
  const deviceId = advertisingId(conversion.advertisingId);
  return id !== null && deviceId !== null && id !== deviceId;
}
