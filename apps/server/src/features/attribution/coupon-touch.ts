import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Touch, TouchPlatform } from '@trailmark/core/attribution/decision';
import type { CouponRedemption } from '../../pipeline/group.ts';
import { HOUR_MS, later } from '../../platform/clock.ts';

/** Keeps which code it was: a receipt holds all that it was decided from. */
export interface CouponTouch extends Touch {
  coupon: { code: string; pool_id: string; redeemed_at: string };
}

interface Opened {
  at: Date;
  platform: TouchPlatform;
  windows: AttributionWindows;
}

/**
 * A redemption as a touch that competes with the others; null: it came too long after the open. One that came soon
 * after has the time of the open, as a claim of a network has: a person who redeems a code had it before.
 */
export function couponTouch(
  redemption: CouponRedemption,
  { at, platform, windows }: Opened,
): CouponTouch | null {
  const { id, code, poolId, campaignId, network, redeemedAt, windowHours } = redemption;
  if (redeemedAt > later(at, windowHours * HOUR_MS)) return null;
  return {
    id,
    kind: 'coupon',
    at: new Date(Math.min(redeemedAt.getTime(), at.getTime())).toISOString(),
    campaignId,
    linkId: null,
    network,
    adSet: null,
    creative: null,
    ownedMedia: false,
    platform,
    foundBy: ['coupon'],
    ip: null,
    advertisingId: null,
    osVersion: null,
    model: null,
    language: null,
    isRelay: false,
    // The window of its pool is what a code is credited within.
    windows: { ...windows, click_hours: windowHours },
    usedBy: null,
    sameDeviceTouches: 0,
    sameIpTouches: 0,
    isForged: false,
    isOutlier: false,
    coupon: { code, pool_id: poolId, redeemed_at: redeemedAt.toISOString() },
  };
}
