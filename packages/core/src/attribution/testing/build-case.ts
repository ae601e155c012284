import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import type { Conversion, KnownDevice, Rules, Touch } from '../decision.ts';
import { rulesOf } from '../rules.ts';

export const OPENED_AT = '2026-03-01T12:00:00.000Z';
export const DEVICE_ID = '38400000-8cf0-11bd-b23e-10b96e40000d';
export const ADDRESS = '203.0.113.7';

/** The instant this many seconds before the open. */
export function ago(seconds: number): string {
  return new Date(Date.parse(OPENED_AT) - seconds * 1000).toISOString();
}

export const hours = (count: number) => count * 3600;
export const days = (count: number) => count * 86_400;

/** A click an hour ago that came back with the store's referrer. */
export function buildTouch(over: Partial<Touch> = {}): Touch {
  return {
    id: '018f0000-0000-7000-8000-000000000001',
    kind: 'click',
    at: ago(hours(1)),
    campaignId: 'campaign-a',
    linkId: 'link-a',
    network: 'META',
    adSet: 'Spring',
    creative: 'Video 1',
    ownedMedia: false,
    platform: 'android',
    foundBy: ['click_id'],
    ip: ADDRESS,
    advertisingId: null,
    osVersion: '14',
    model: 'Pixel 8',
    language: 'en',
    isRelay: false,
    windows: DEFAULT_WINDOWS,
    usedBy: null,
    sameDeviceTouches: 0,
    sameIpTouches: 0,
    isForged: false,
    isOutlier: false,
    ...over,
  };
}

/** The first open of a new Android phone. */
export function buildConversion(over: Partial<Conversion> = {}): Conversion {
  return {
    kind: 'first_open',
    installId: 'install-new',
    at: OPENED_AT,
    platform: 'android',
    ip: ADDRESS,
    isRelay: false,
    relayKnown: true,
    isAnonymous: false,
    advertisingId: DEVICE_ID,
    hasMalformedId: false,
    osVersion: '14',
    model: 'Pixel 8',
    language: 'en',
    trackingAuthorized: null,
    installBeginAt: null,
    before: null,
    ...over,
  };
}

/** A device that is credited to another campaign since a month ago and was last active a day later. */
export function buildKnownDevice(over: Partial<KnownDevice> = {}): KnownDevice {
  return {
    installId: 'install-old',
    installedAt: ago(days(30)),
    lastActiveAt: ago(days(29)),
    campaignId: 'campaign-before',
    linkId: 'link-before',
    network: 'TIKTOK',
    adSet: 'Winter',
    creative: 'Picture 1',
    ...over,
  };
}

export function buildRules(over: Partial<Rules> = {}): Rules {
  return { ...rulesOf({ version: 1, windows: DEFAULT_WINDOWS, plausibility: {} }), ...over };
}

/** The touch of each class, as it is found. */
export const CLASSES = {
  click_id: { foundBy: ['click_id'] },
  deep_link: { foundBy: ['deep_link'] },
  device_id: { foundBy: ['advertising_id'], advertisingId: DEVICE_ID },
  coupon: { kind: 'coupon', foundBy: ['coupon'] },
  meta_referrer: { foundBy: ['meta_referrer'] },
  adservices: { foundBy: ['adservices'] },
  google_ads: { foundBy: ['google_ads'] },
  probabilistic: { foundBy: ['ip'] },
  view: { kind: 'view', foundBy: ['advertising_id'], advertisingId: DEVICE_ID },
} satisfies Record<string, Partial<Touch>>;
