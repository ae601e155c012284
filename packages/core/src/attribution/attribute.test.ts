import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { describe, expect, test } from 'vitest';
import { attribute } from './attribute.ts';
import type { KnownDevice, Touch, TouchMatch } from './decision.ts';
import {
  ago,
  buildConversion,
  buildKnownDevice,
  buildRules,
  buildTouch,
  CLASSES,
  DEVICE_ID,
  days,
  hours,
} from './testing/build-case.ts';

const rules = buildRules();

function outcomes(touches: Touch[], conversion = buildConversion()) {
  const { candidates } = attribute(conversion, touches, rules);
  return Object.fromEntries(candidates.map(({ touchId, outcome }) => [touchId, outcome]));
}

describe('who is credited', () => {
  test('nobody, when there is no touch', () => {
    expect(attribute(buildConversion(), [], rules)).toEqual({
      kind: 'install',
      matchType: 'organic',
      touchId: null,
      touchedAt: null,
      campaignId: null,
      linkId: null,
      network: 'ORGANIC',
      adSet: null,
      creative: null,
      verdict: 'clean',
      reasons: [],
      candidates: [],
    });
  });

  test('the only touch, with all that it says about its source', () => {
    const touch = buildTouch();
    expect(attribute(buildConversion(), [touch], rules)).toEqual({
      kind: 'install',
      matchType: 'click_id',
      touchId: touch.id,
      touchedAt: touch.at,
      campaignId: 'campaign-a',
      linkId: 'link-a',
      network: 'META',
      adSet: 'Spring',
      creative: 'Video 1',
      verdict: 'clean',
      reasons: [],
      candidates: [
        {
          touchId: touch.id,
          matchType: 'click_id',
          ageSeconds: 3600,
          windowSeconds: 604_800,
          likeness: null,
          outcome: 'won',
          because: 'the latest of the strongest class: a deterministic click',
          suspicions: [],
        },
      ],
    });
  });

  test.each(Object.entries(CLASSES))('a touch matched by %s', (match, found) => {
    expect(attribute(buildConversion(), [buildTouch(found)], rules).matchType).toBe(match);
  });
});

describe('the order of classes', () => {
  const stronger: [TouchMatch, TouchMatch][] = [
    ['click_id', 'meta_referrer'],
    ['deep_link', 'meta_referrer'],
    ['device_id', 'coupon'],
    ['coupon', 'meta_referrer'],
    ['coupon', 'probabilistic'],
    ['meta_referrer', 'adservices'],
    ['adservices', 'probabilistic'],
    ['meta_referrer', 'google_ads'],
    ['google_ads', 'probabilistic'],
    ['device_id', 'google_ads'],
    ['probabilistic', 'view'],
    ['click_id', 'view'],
  ];
  test.each(stronger)('%s beats a later touch matched by %s', (strong, weak) => {
    const touches = [
      buildTouch({ ...CLASSES[weak], id: 'weak', at: ago(60) }),
      buildTouch({ ...CLASSES[strong], id: 'strong', at: ago(hours(5)) }),
    ];
    expect(outcomes(touches)).toEqual({ strong: 'won', weak: 'weaker_class' });
  });

  test.each([
    ['click_id', 'device_id'],
    ['device_id', 'click_id'],
    ['deep_link', 'click_id'],
    ['google_ads', 'adservices'],
    ['adservices', 'google_ads'],
  ] as const)('%s an hour ago beats %s two hours ago: one class, the latest wins', (late, early) => {
    const touches = [
      buildTouch({ ...CLASSES[early], id: 'early', at: ago(hours(2)) }),
      buildTouch({ ...CLASSES[late], id: 'late', at: ago(hours(1)) }),
    ];
    expect(outcomes(touches)).toEqual({ late: 'won', early: 'older_touch' });
  });

  test('a touch found in several ways counts by the strongest', () => {
    const touch = buildTouch({
      foundBy: ['ip', 'meta_referrer', 'advertising_id', 'deep_link', 'click_id'],
      advertisingId: DEVICE_ID,
    });
    expect(attribute(buildConversion(), [touch], rules).matchType).toBe('click_id');
  });

  test('a view that Meta claims is a view', () => {
    const view = buildTouch({ kind: 'view', foundBy: ['meta_referrer'] });
    expect(attribute(buildConversion(), [view], rules).matchType).toBe('view');
  });

  test.each(['adservices', 'google_ads'] as const)('an impression that %s claims is a view', (by) => {
    const view = buildTouch({ kind: 'view', foundBy: [by] });
    expect(attribute(buildConversion(), [view], rules).matchType).toBe('view');
  });

  test('a view that Google claims loses to a click by similarity, and is credited to no other network', () => {
    const view = buildTouch({
      id: 'view',
      kind: 'view',
      foundBy: ['google_ads'],
      network: 'GOOGLE',
      at: ago(60),
    });
    const click = buildTouch({ ...CLASSES.probabilistic, id: 'click', network: 'META' });
    expect(attribute(buildConversion(), [view, click], rules).network).toBe('META');
    expect(attribute(buildConversion(), [view], rules).network).toBe('GOOGLE');
  });

  test('a claim of Google that is older than the window of clicks leaves the install organic', () => {
    const claim = buildTouch({ foundBy: ['google_ads'], network: 'GOOGLE', at: ago(days(8)) });
    const decision = attribute(buildConversion(), [claim], rules);
    expect([decision.network, decision.candidates[0]?.outcome]).toEqual(['ORGANIC', 'outside_window']);
  });

  test('a weaker class wins when the stronger is outside its window', () => {
    const touches = [
      buildTouch({ id: 'strong', at: ago(days(8)) }),
      buildTouch({ ...CLASSES.probabilistic, id: 'weak' }),
    ];
    expect(outcomes(touches)).toEqual({ strong: 'outside_window', weak: 'won' });
  });
});

describe('ties', () => {
  test('at the same instant the stronger match wins, whatever the ids', () => {
    const touches = [
      buildTouch({ ...CLASSES.device_id, id: '1' }),
      buildTouch({ ...CLASSES.deep_link, id: '2' }),
      buildTouch({ ...CLASSES.click_id, id: '3' }),
    ];
    expect(attribute(buildConversion(), touches, rules).candidates.map(({ touchId }) => touchId)).toEqual([
      ...['3', '2', '1'],
    ]);
  });

  test('of equal matches at the same instant the smaller id wins', () => {
    expect(outcomes([buildTouch({ id: 'b' }), buildTouch({ id: 'a' })])).toEqual({
      a: 'won',
      b: 'older_touch',
    });
  });

  test('one millisecond decides', () => {
    const touches = [buildTouch({ id: 'a', at: ago(60.001) }), buildTouch({ id: 'b', at: ago(60) })];
    expect(outcomes(touches)).toEqual({ b: 'won', a: 'older_touch' });
  });
});

describe('a touch that cannot win', () => {
  const cases: [string, Partial<Touch>, string][] = [
    ['after the open', { at: ago(-1) }, 'it came after the open'],
    ['credited with another install', { usedBy: 'install-x' }, 'it is already credited with another install'],
    ['without a readable time', { at: 'yesterday' }, 'its time cannot be read'],
    ['that nothing connects to the device', { foundBy: [] }, 'no id connects it to the device'],
    [
      'with the id of another device',
      { foundBy: ['advertising_id'], advertisingId: '11111111-1111-4111-8111-111111111111' },
      'no id connects it to the device',
    ],
    [
      'with an id of zeros',
      { foundBy: ['advertising_id'], advertisingId: '00000000-0000-0000-0000-000000000000' },
      'no id connects it to the device',
    ],
    [
      'that is a view from the same address',
      { kind: 'view', foundBy: ['ip'] },
      'a view is matched by an id only',
    ],
  ];
  test.each(cases)('is one %s', (_, over, because) => {
    const decision = attribute(buildConversion(), [buildTouch(over)], rules);
    expect(decision).toMatchObject({ matchType: 'organic', touchId: null, verdict: 'clean', reasons: [] });
    expect(decision.candidates).toEqual([expect.objectContaining({ outcome: 'rejected', because })]);
  });

  test('is rejected rather than outside its window when both hold', () => {
    expect(outcomes([buildTouch({ id: 'a', at: ago(days(40)), usedBy: 'install-x' })])).toEqual({
      a: 'rejected',
    });
  });

  test('does not stop an older valid one from winning', () => {
    const touches = [
      buildTouch({ id: 'used', usedBy: 'install-x' }),
      buildTouch({ id: 'valid', at: ago(days(2)) }),
    ];
    expect(outcomes(touches)).toEqual({ used: 'rejected', valid: 'won' });
  });

  test('keeps its install when that is decided once more', () => {
    expect(outcomes([buildTouch({ id: 'own', usedBy: 'install-new' })])).toEqual({ own: 'won' });
  });

  test('at the instant of the open is not after it', () => {
    const patient = buildRules({ thresholds: { ...rules.thresholds, rejectCtitSeconds: 0 } });
    expect(attribute(buildConversion(), [buildTouch({ at: ago(0) })], patient).matchType).toBe('click_id');
  });
});

test('a receipt lists the winner first, then all others in the stated order', () => {
  const touches = [
    buildTouch({ id: 'unconnected', foundBy: [] }),
    buildTouch({ ...CLASSES.view, id: 'view' }),
    buildTouch({ id: 'old', at: ago(days(2)) }),
    buildTouch({ id: 'too-old', at: ago(days(9)) }),
    buildTouch({ id: 'used', at: ago(60), usedBy: 'install-x' }),
    buildTouch({ id: 'winner', at: ago(hours(1)) }),
    buildTouch({ ...CLASSES.probabilistic, id: 'alike', at: ago(120) }),
  ];
  const { candidates } = attribute(buildConversion(), touches, rules);
  expect(candidates.map(({ touchId, outcome }) => [touchId, outcome])).toEqual([
    ['winner', 'won'],
    ['used', 'rejected'],
    ['old', 'older_touch'],
    ['too-old', 'outside_window'],
    ['alike', 'weaker_class'],
    ['view', 'weaker_class'],
    ['unconnected', 'rejected'],
  ]);
});

describe('the first open of a known device', () => {
  const known = (over = {}) => buildConversion({ before: buildKnownDevice(over) });

  test('inside the re-attribution window is a reinstall that keeps its source', () => {
    expect(attribute(known(), [], rules)).toMatchObject({
      kind: 'reinstall',
      matchType: 'inherited',
      touchId: null,
      touchedAt: null,
      campaignId: 'campaign-before',
      linkId: 'link-before',
      network: 'TIKTOK',
      adSet: 'Winter',
      creative: 'Picture 1',
    });
  });

  test('is credited to a valid touch when there is one', () => {
    expect(attribute(known(), [buildTouch()], rules)).toMatchObject({
      kind: 'reinstall',
      matchType: 'click_id',
      campaignId: 'campaign-a',
    });
  });

  test('keeps its source when the store repeats the click of the first install', () => {
    const repeated = buildTouch({ usedBy: 'install-old' });
    const decision = attribute(known(), [repeated], rules);
    expect(decision).toMatchObject({
      kind: 'reinstall',
      matchType: 'inherited',
      campaignId: 'campaign-before',
    });
    expect(decision.candidates[0]?.outcome).toBe('rejected');
  });

  test.each([
    ['one second before the end of the window', days(90) - 1, 'reinstall', 'inherited'],
    ['at the end of the window', days(90), 'reinstall', 'inherited'],
    ['one second after the window', days(90) + 1, 'install', 'organic'],
  ])('%s', (_, age, kind, matchType) => {
    expect(attribute(known({ installedAt: ago(age) }), [], rules)).toMatchObject({ kind, matchType });
  });

  test('is judged by the re-attribution window of the touch that wins', () => {
    const touch = buildTouch({ windows: { ...DEFAULT_WINDOWS, reattribution_days: 10 } });
    expect(attribute(known(), [touch], rules).kind).toBe('install');
    expect(attribute(known(), [], rules).kind).toBe('reinstall');
  });
});

describe('an installed app opened by a link', () => {
  const byLink = (over = {}) => buildConversion({ kind: 'deep_link', before: buildKnownDevice(over) });
  const tapped = (over: Partial<Touch> = {}) => buildTouch({ ...CLASSES.deep_link, at: ago(1), ...over });

  test('after silence and by another campaign is a re-attribution', () => {
    expect(attribute(byLink(), [tapped()], rules)).toMatchObject({
      kind: 'reattribution',
      matchType: 'deep_link',
      campaignId: 'campaign-a',
      verdict: 'clean',
    });
  });

  test('after silence and by the same campaign is a re-engagement', () => {
    expect(attribute(byLink({ campaignId: 'campaign-a' }), [tapped()], rules).kind).toBe('reengagement');
  });

  test.each([
    ['META', 'reengagement'],
    ['TIKTOK', 'reattribution'],
  ])('of campaigns that are not ours, the network decides: %s', (network, kind) => {
    const before = { campaignId: null, network };
    expect(attribute(byLink(before), [tapped({ campaignId: null, network: 'META' })], rules).kind).toBe(kind);
  });

  test.each([
    ['one second short of the time of silence', days(7) - 1, null],
    ['exactly the time of silence', days(7), 'reattribution'],
    ['one second more', days(7) + 1, 'reattribution'],
  ])('%s', (_, silence, kind) => {
    const decision = attribute(byLink({ lastActiveAt: ago(silence) }), [tapped()], rules);
    expect(decision).toMatchObject({ kind, matchType: 'deep_link', campaignId: 'campaign-a' });
  });

  test('needs no silence where the campaign’s window is 0', () => {
    const touch = tapped({ windows: { ...DEFAULT_WINDOWS, inactivity_days: 0 } });
    expect(attribute(byLink({ lastActiveAt: ago(0) }), [touch], rules).kind).toBe('reattribution');
  });

  test.each([
    [
      'that is matched probabilistically only',
      { foundBy: ['ip'] },
      'an open by a link is never matched by likeness',
    ],
    ['that is credited already', { usedBy: 'install-new' }, 'it is already credited'],
    ['from before the install', { at: ago(days(3)) }, 'it came before the app was installed'],
  ] as [string, Partial<Touch>, string][])('changes nothing by a touch %s', (_, over, because) => {
    const decision = attribute(byLink({ installedAt: ago(days(2)) }), [tapped(over)], rules);
    expect(decision).toMatchObject({ kind: null, matchType: 'inherited', campaignId: 'campaign-before' });
    expect(decision.candidates).toEqual([expect.objectContaining({ outcome: 'rejected', because })]);
  });

  test('changes nothing without a touch', () => {
    expect(attribute(byLink(), [], rules)).toMatchObject({ kind: null, touchId: null });
  });

  test('is an install when the device was never seen', () => {
    const conversion = buildConversion({ kind: 'deep_link' });
    expect(attribute(conversion, [tapped()], rules)).toMatchObject({
      kind: 'install',
      matchType: 'deep_link',
    });
    expect(attribute(conversion, [], rules)).toMatchObject({ kind: 'install', matchType: 'organic' });
  });
});

describe('a session that a network claims', () => {
  const session = (over = {}) => buildConversion({ kind: 'session', before: buildKnownDevice(over) });
  const claimed = (over: Partial<Touch> = {}) =>
    buildTouch({ ...CLASSES.google_ads, linkId: null, network: 'GOOGLE', at: ago(5), ...over });

  test.each([
    ['after silence, by another campaign', {}, {}, 'reattribution'],
    ['after silence, by the same campaign', { campaignId: 'campaign-a' }, {}, 'reengagement'],
    ['after silence, by a view', {}, { kind: 'view' }, 'reattribution'],
    ['sooner than that', { lastActiveAt: ago(days(7) - 1) }, {}, null],
    ['by a click outside its window', {}, { at: ago(days(7) + 1) }, null],
    ['by a view outside its window', {}, { kind: 'view', at: ago(days(1) + 1) }, null],
    ['by a click from before the install', { installedAt: ago(days(2)) }, { at: ago(days(3)) }, null],
    ['by a click that is credited already', {}, { usedBy: 'install-new' }, null],
  ] as [string, Partial<KnownDevice>, Partial<Touch>, string | null][])('%s', (_, before, over, kind) => {
    expect(attribute(session(before), [claimed(over)], rules).kind).toBe(kind);
  });

  test('is nothing where the first open is not known', () => {
    const conversion = buildConversion({ kind: 'session' });
    expect(attribute(conversion, [claimed()], rules).kind).toBeNull();
  });

  test('is credited to the latest of several claims, and to a link before any of them', () => {
    const touches = [claimed({ id: '1', at: ago(60) }), claimed({ id: '2' })];
    expect(attribute(session(), touches, rules).touchId).toBe('2');
    const link = buildTouch({ ...CLASSES.deep_link, id: '3', at: ago(90) });
    expect(attribute(session(), [...touches, link], rules).touchId).toBe('3');
  });
});
