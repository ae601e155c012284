import { PROJECT_WORDS, type ProjectWords } from '@trailmark/contract/project-words';
import type { Candidate, Conversion, RejectionReason, Rules, Touch, TouchMatch } from './decision.ts';
import { durationWords } from './duration-words.ts';
import { LOW_SIMILARITY } from './match-touch.ts';

/** A receipt speaks of visits where a browser converted, and of opens and installs where an app did. */
export function wordsOf({ platform }: { platform: string }): ProjectWords & { isWeb: boolean } {
  const isWeb = platform === 'web';
  return { ...PROJECT_WORDS[isWeb ? 'web' : 'app'], isWeb };
}

interface ConnectionFacts {
  similarity: number | null;
  isReturn: boolean;
  conversion: Pick<Conversion, 'platform'>;
}

/** How a touch is connected to the device, as the beginning of a sentence. */
export function connectionWords(
  match: TouchMatch,
  touch: Touch,
  { similarity, isReturn, conversion }: ConnectionFacts,
): string {
  const words = wordsOf(conversion);
  switch (match) {
    case 'click_id':
      return words.isWeb
        ? 'The visit carried our signed click id'
        : 'The install referrer carried our signed click id';
    case 'deep_link':
      return `The link of this click opened the ${words.product} itself`;
    case 'device_id':
      return 'The click carries the advertising id of this device';
    case 'coupon':
      return 'This person redeemed a coupon of the campaign';
    case 'meta_referrer':
      return 'Meta’s encrypted install referrer names this ad';
    case 'adservices':
      return 'Apple confirms that its ad led to this download';
    case 'google_ads':
      return `Google says that its ad led to this ${isReturn ? words.open : words.arrival}`;
    case 'probabilistic':
      return `IP address and device match (${similarity ?? 0} of 100)`;
    case 'view':
      return viewWords(touch);
  }
}

function viewWords({ foundBy }: Touch): string {
  if (foundBy.includes('advertising_id')) return 'The ad was seen on this device';
  const network = foundBy.includes('adservices')
    ? 'Apple'
    : foundBy.includes('google_ads')
      ? 'Google'
      : 'Meta';
  return `${network} says that the ad was seen on this device`;
}

const KINDS: Record<TouchMatch, string> = {
  click_id: 'clicks',
  deep_link: 'clicks',
  device_id: 'clicks',
  coupon: 'coupons of this pool',
  meta_referrer: 'clicks',
  adservices: 'ads of Apple',
  google_ads: 'clicks',
  probabilistic: 'probabilistic clicks',
  view: 'views',
};

/** What a window is for. */
export function kindWords(match: TouchMatch): string {
  return KINDS[match];
}

const EVIDENCE: Record<TouchMatch, string> = {
  click_id: 'a deterministic click',
  deep_link: 'a deterministic click',
  device_id: 'a deterministic click',
  coupon: 'a redeemed coupon',
  meta_referrer: 'a click confirmed by Meta',
  adservices: 'a click confirmed by Apple',
  google_ads: 'a click confirmed by Google',
  probabilistic: 'a probabilistic click',
  view: 'a view',
};

/** The class of a winner, as what outweighs others. */
export function evidenceWords(match: TouchMatch): string {
  return EVIDENCE[match];
}

/** Why something is implausible, in general. */
export function reasonWords(reason: RejectionReason, conversion: Pick<Conversion, 'platform'>): string {
  const { product, newInstalls, arrival, isWeb } = wordsOf(conversion);
  return {
    anonymous_traffic: `the ${product} was opened from a data centre, a VPN or Tor`,
    distribution_outlier: `${newInstalls} of this source come at implausible times after the click`,
    too_many_engagements: 'too many touches came from one device or address within an hour',
    engagement_injection: `it came too late to have led to the ${isWeb ? arrival : 'download'}`,
    incorrect_signature: 'its click id is not one of ours',
    malformed_advertising_id: `the ${product} sent a malformed advertising id`,
  }[reason];
}

/** The same about one touch, with its numbers. */
export function findingWords(
  reason: RejectionReason,
  touch: Touch,
  { conversion, rules }: { conversion: Conversion; rules: Rules },
): string {
  if (reason === 'too_many_engagements') return crowdWords(touch, rules);
  if (reason === 'engagement_injection') return injectionWords(touch, conversion);
  return reasonWords(reason, conversion);
}

function crowdWords(touch: Touch, { thresholds }: Rules): string {
  const isDevice = touch.sameDeviceTouches > thresholds.deviceTouchesPerHour;
  const [count, from] = isDevice ? [touch.sameDeviceTouches, 'device'] : [touch.sameIpTouches, 'address'];
  return `${count} touches of this source came from the same ${from} within an hour`;
}

function injectionWords(touch: Touch, conversion: Conversion): string {
  const { at, installBeginAt } = conversion;
  const touchedAt = Date.parse(touch.at);
  const beganAt = Date.parse(installBeginAt ?? '');
  if (Number.isNaN(beganAt)) {
    return `it came only ${durationWords((Date.parse(at) - touchedAt) / 1000)} before the ${wordsOf(conversion).product} was opened`;
  }
  const seconds = (beganAt - touchedAt) / 1000;
  if (seconds < 0) return `it came ${durationWords(-seconds)} after the download had begun`;
  return `it came only ${durationWords(seconds)} before the download began`;
}

/** Reasons of the code line, in words for a marketer. */
const OBSTACLES: Record<string, string> = {
  'no id connects it to the device': 'nothing connects it to this device',
  'its address is not that of the device': 'it came from another address',
  'it was not made on the platform of the device': 'it came from another kind of device',
  'a view is matched by an id only': 'a view counts only for the device that saw it',
  'an open by a link is never matched by likeness': 'an app opened by a link is credited to that link only',
  'a session is never matched by similarity': 'a session is credited to what a network claims only',
};

interface Weighed {
  rules: Rules;
  conversion: Pick<Conversion, 'platform'>;
}

/** Why a touch could not take part. */
export function obstacleWords({ because, likeness }: Candidate, { rules, conversion }: Weighed): string {
  const { thresholds } = rules;
  if (because.startsWith(LOW_SIMILARITY)) {
    return `IP address and device are too different (similarity ${likeness ?? 0} of 100, and ${thresholds.minLikeness} needed)`;
  }
  if (because === 'it came after the open')
    return `it came after the ${wordsOf(conversion).product} was opened`;
  return OBSTACLES[because] ?? because.replaceAll('likeness', 'similarity');
}
