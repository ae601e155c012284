import { describe, expect, test } from 'vitest';
import { attribute } from './attribute.ts';
import {
  type Conversion,
  type PlausibilityLevel,
  REJECTION_REASONS,
  type RejectionReason,
  type Touch,
} from './decision.ts';
import { ago, buildConversion, buildRules, buildTouch, CLASSES, hours } from './testing/build-case.ts';

/** Rules by which every suspicion has the same level. */
function rulesAt(level: PlausibilityLevel) {
  const levels = Object.fromEntries(REJECTION_REASONS.map((reason) => [reason, level]));
  return buildRules({ levels: levels as Record<RejectionReason, PlausibilityLevel> });
}

type Case = [string, Partial<Touch>, Partial<Conversion>];

const SUSPICIOUS: Record<RejectionReason, Case[]> = {
  anonymous_traffic: [['an open from a data centre', {}, { isAnonymous: true }]],
  distribution_outlier: [['a source that is an outlier', { isOutlier: true }, {}]],
  too_many_engagements: [
    ['more than 20 touches of the device in an hour', { sameDeviceTouches: 21 }, {}],
    ['more than 100 touches of the address in an hour', { sameIpTouches: 101 }, {}],
  ],
  engagement_injection: [
    ['a click after the download began', { at: ago(59) }, { installBeginAt: ago(60) }],
    ['a view after the download began', { ...CLASSES.view, at: ago(59) }, { installBeginAt: ago(60) }],
    [
      'a link tapped after the download began',
      { ...CLASSES.deep_link, at: ago(59) },
      { installBeginAt: ago(60) },
    ],
    ['a click less than 3 seconds before the download', { at: ago(62.999) }, { installBeginAt: ago(60) }],
    ['a click less than 3 seconds before the open', { at: ago(2.999) }, {}],
    [
      'a click that Meta claims from after the download began',
      { ...CLASSES.meta_referrer, at: ago(59) },
      { installBeginAt: ago(60) },
    ],
  ],
  incorrect_signature: [['a click id that is not ours', { isForged: true }, {}]],
  malformed_advertising_id: [['an advertising id that is none', {}, { hasMalformedId: true }]],
};
const cases = REJECTION_REASONS.flatMap((reason) =>
  SUSPICIOUS[reason].map(([what, touch, conversion]) => ({ reason, what, touch, conversion })),
);
const adjustable = cases.filter(({ reason }) => reason !== 'incorrect_signature');

describe.each(['tag', 'no_postback'] as const)('at the level %s', (level) => {
  test.each(adjustable)(
    '$what is credited, with the verdict and $reason',
    ({ reason, touch, conversion }) => {
      expect(attribute(buildConversion(conversion), [buildTouch(touch)], rulesAt(level))).toMatchObject({
        touchId: buildTouch().id,
        verdict: level,
        reasons: [reason],
        candidates: [{ outcome: 'won', suspicions: [{ reason, level }] }],
      });
    },
  );
});

describe('at the level no_credit', () => {
  test.each(cases)('$what is rejected for $reason', ({ reason, touch, conversion }) => {
    expect(attribute(buildConversion(conversion), [buildTouch(touch)], rulesAt('no_credit'))).toMatchObject({
      matchType: 'organic',
      touchId: null,
      verdict: 'no_credit',
      reasons: [reason],
      candidates: [{ outcome: 'rejected', because: `it is not believed: ${reason}` }],
    });
  });

  test('the next valid touch wins, and what was rejected leaves no mark on it', () => {
    const touches = [
      buildTouch({ id: 'flood', sameDeviceTouches: 500 }),
      buildTouch({ id: 'honest', at: ago(hours(20)) }),
    ];
    expect(attribute(buildConversion(), touches, rulesAt('no_credit'))).toMatchObject({
      touchId: 'honest',
      verdict: 'clean',
      reasons: [],
    });
  });

  test('a touch that could not have won anyway leaves no mark on an organic install', () => {
    const old = buildTouch({ at: ago(hours(24 * 20)), isOutlier: true });
    const decision = attribute(buildConversion(), [old], rulesAt('no_credit'));
    expect(decision).toMatchObject({ matchType: 'organic', verdict: 'clean', reasons: [] });
    expect(decision.candidates[0]?.outcome).toBe('rejected');
  });
});

test('a forged click id is not credited at any level, and its time proves nothing', () => {
  const forged = buildTouch({ isForged: true, at: ago(0) });
  const decision = attribute(buildConversion(), [forged], rulesAt('tag'));
  expect(decision).toMatchObject({ touchId: null, verdict: 'no_credit', reasons: ['incorrect_signature'] });
});

test('the hardest level is the verdict, and all reasons are listed in order', () => {
  const touch = buildTouch({ at: ago(5), isOutlier: true, sameIpTouches: 500 });
  const decision = attribute(buildConversion({ hasMalformedId: true }), [touch], buildRules());
  expect(decision.verdict).toBe('no_postback');
  expect(decision.candidates[0]?.suspicions).toEqual([
    { reason: 'distribution_outlier', level: 'tag' },
    { reason: 'too_many_engagements', level: 'no_postback' },
    { reason: 'engagement_injection', level: 'tag' },
    { reason: 'malformed_advertising_id', level: 'no_postback' },
  ]);
  expect(decision.reasons).toEqual([
    'distribution_outlier',
    'too_many_engagements',
    'engagement_injection',
    'malformed_advertising_id',
  ]);
});

describe('the time from click to install', () => {
  const verdict = (seconds: number, over: Partial<Touch> = {}, conversion: Partial<Conversion> = {}) =>
    attribute(buildConversion(conversion), [buildTouch({ ...over, at: ago(seconds) })], buildRules()).verdict;

  test.each([
    [2.999, 'no_credit'],
    [3, 'tag'],
    [9.999, 'tag'],
    [10, 'clean'],
  ])('of %d seconds is %s', (seconds, expected) => {
    expect(verdict(seconds)).toBe(expected);
  });

  test('is counted to the beginning of the download where the store sends it', () => {
    expect(verdict(65, {}, { installBeginAt: ago(60) })).toBe('tag');
    expect(verdict(120, {}, { installBeginAt: ago(60) })).toBe('clean');
  });

  test('is counted to the open where the store sends nonsense', () => {
    expect(verdict(65, {}, { installBeginAt: 'soon' })).toBe('clean');
  });

  test.each([
    ['a view', CLASSES.view, {}],
    ['a link that opened the app itself', CLASSES.deep_link, {}],
    ['a claim that Meta has sealed', CLASSES.meta_referrer, {}],
    ['a claim of Google', CLASSES.google_ads, {}],
    ['a claim of Apple, which may have no time', CLASSES.adservices, {}],
    ['an app that was there already', CLASSES.click_id, { kind: 'deep_link' as const }],
  ])('says nothing about %s', (_, over, conversion) => {
    expect(verdict(1, over, conversion)).toBe('clean');
  });
});

describe('what is not suspicious', () => {
  test.each([
    ['exactly 20 touches of the device', { sameDeviceTouches: 20 }, {}],
    ['exactly 100 touches of the address', { sameIpTouches: 100 }, {}],
    ['Private Relay, though nobody knows who is behind it', {}, { isAnonymous: true, isRelay: true }],
    ['a click ten seconds before the download began', { at: ago(60) }, { installBeginAt: ago(50) }],
  ])('%s', (_, touch, conversion) => {
    expect(attribute(buildConversion(conversion), [buildTouch(touch)], buildRules()).verdict).toBe('clean');
  });
});
