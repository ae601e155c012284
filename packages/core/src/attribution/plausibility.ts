import type { Conversion, RejectionReason, Rules, Suspicion, Touch, TouchMatch } from './decision.ts';
import { REJECTION_REASONS } from './decision.ts';

/** What speaks against a touch, in the order of the list of reasons. */
export function findSuspicions(
  touch: Touch,
  match: TouchMatch | null,
  conversion: Conversion,
  rules: Rules,
): Suspicion[] {
  // It is plainly not for this app, which says nothing bad about anybody.
  if (touch.isOfOtherApp) return [];
  const { thresholds, levels } = rules;
  const found: Partial<Record<RejectionReason, boolean>> = {
    anonymous_traffic: conversion.isAnonymous && !conversion.isRelay,
    distribution_outlier: touch.isOutlier,
    too_many_engagements:
      touch.sameDeviceTouches > thresholds.deviceTouchesPerHour ||
      touch.sameIpTouches > thresholds.ipTouchesPerHour,
    malformed_advertising_id: conversion.hasMalformedId,
  };
  return REJECTION_REASONS.flatMap((reason): Suspicion[] => {
    if (reason === 'engagement_injection') return injection(touch, match, conversion, rules);
    // A forged id is never credited, whatever the settings.
    if (reason === 'incorrect_signature') return touch.isForged ? [{ reason, level: 'no_credit' }] : [];
    return found[reason] ? [{ reason, level: levels[reason] }] : [];
  });
}

/** A touch that came when the download was already decided on, to be there when the install is credited. */
function injection(
  touch: Touch,
  match: TouchMatch | null,
  conversion: Conversion,
  rules: Rules,
): Suspicion[] {
  // An app that is there already opens within a second; neither Apple nor a forger sends a usable time.
  const isWithoutTime = touch.foundBy.includes('adservices') || touch.isForged;
  // A coupon is often redeemed after the download, and its network proves who it is.
  if (isWithoutTime || conversion.kind !== 'first_open' || touch.kind === 'coupon') return [];
  // Nothing is downloaded on the web: a page is there a moment after its link was followed.
  if (conversion.platform === 'web') return [];
  const reason = 'engagement_injection';
  const level = rules.levels[reason];
  const beganAt = conversion.installBeginAt === null ? Number.NaN : Date.parse(conversion.installBeginAt);
  const touchedAt = Date.parse(touch.at);
  if (touchedAt > beganAt) return [{ reason, level }];
  // A link that opened the app itself was tapped just then, and what Meta or Google say nobody else can inject.
  if (touch.kind === 'view' || match === 'deep_link' || match === 'meta_referrer' || match === 'google_ads') {
    return [];
  }
  const ctitMs = (Number.isNaN(beganAt) ? Date.parse(conversion.at) : beganAt) - touchedAt;
  if (ctitMs < rules.thresholds.rejectCtitSeconds * 1000) return [{ reason, level }];
  return ctitMs < rules.thresholds.flagCtitSeconds * 1000 ? [{ reason, level: 'tag' }] : [];
}
