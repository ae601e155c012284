import { AttributionWindows, DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { describe, expect, test } from 'vitest';
import { attribute } from './attribute.ts';
import type { TouchMatch } from './decision.ts';
import {
  ago,
  buildConversion,
  buildKnownDevice,
  buildRules,
  buildTouch,
  CLASSES,
  days,
  hours,
} from './testing/build-case.ts';

/** The defaults of the measurement services that people come from; each can be set here. */
const CASES: [string, TouchMatch, Partial<AttributionWindows>, number][] = [
  ['Trailmark: a click id for 7 days', 'click_id', {}, days(7)],
  ['Trailmark: a click in a deep link for 7 days', 'deep_link', {}, days(7)],
  ['Trailmark: a click by advertising id for 7 days', 'device_id', {}, days(7)],
  ["Trailmark: a click in Meta's referrer for 7 days", 'meta_referrer', {}, days(7)],
  ["Trailmark: a click by Apple's word for its 30 days", 'adservices', {}, days(30)],
  ['Trailmark: a probabilistic click for 6 hours', 'probabilistic', {}, hours(6)],
  ['Trailmark: a view by id for 24 hours', 'view', {}, hours(24)],
  ['AppsFlyer: a click for 7 days', 'click_id', { click_hours: 168 }, days(7)],
  ['AppsFlyer: a click for at least 1 hour', 'click_id', { click_hours: 1 }, hours(1)],
  ['AppsFlyer: a click for 23 hours', 'device_id', { click_hours: 23 }, hours(23)],
  ['AppsFlyer: a click for at most 30 days', 'device_id', { click_hours: 720 }, days(30)],
  [
    'AppsFlyer: a probabilistic click for at most 24 hours',
    'probabilistic',
    { probabilistic_hours: 24 },
    hours(24),
  ],
  ['AppsFlyer: a view for 24 hours', 'view', { view_hours: 24 }, hours(24)],
  ['AppsFlyer: a view for at least 1 hour', 'view', { view_hours: 1 }, hours(1)],
  ['Adjust: a click for 7 days', 'device_id', { click_hours: 168 }, days(7)],
  ['Adjust: a click for at least 1 day', 'click_id', { click_hours: 24 }, days(1)],
  ['Adjust: a click for at most 30 days', 'click_id', { click_hours: 720 }, days(30)],
  ['Adjust: a probabilistic click for 6 hours', 'probabilistic', { probabilistic_hours: 6 }, hours(6)],
  [
    'Adjust: a probabilistic click for at least 1 hour',
    'probabilistic',
    { probabilistic_hours: 1 },
    hours(1),
  ],
  [
    'Adjust: a probabilistic click for at most 24 hours',
    'probabilistic',
    { probabilistic_hours: 24 },
    hours(24),
  ],
  ['Adjust: a view for 24 hours', 'view', { view_hours: 24 }, hours(24)],
  ['Branch: a click for 7 days', 'deep_link', { click_hours: 168 }, days(7)],
  ['Branch: a probabilistic click for 2 hours', 'probabilistic', { probabilistic_hours: 2 }, hours(2)],
  ['Branch: a view by id for 24 hours', 'view', { view_hours: 24 }, hours(24)],
  ['Singular: a click for 7 days', 'click_id', { click_hours: 168 }, days(7)],
  ['Singular: a click for at most 30 days', 'click_id', { click_hours: 720 }, days(30)],
  [
    'Singular: a probabilistic click for at most 24 hours',
    'probabilistic',
    { probabilistic_hours: 24 },
    hours(24),
  ],
  ['AppMetrica: a click for 10 days', 'click_id', { click_hours: 240 }, days(10)],
  ['Airbridge: a click for at most 30 days', 'click_id', { click_hours: 720 }, days(30)],
];

describe.each(CASES)('%s', (_, match, over, window) => {
  const windows = { ...DEFAULT_WINDOWS, ...over };
  const decide = (age: number) =>
    attribute(buildConversion(), [buildTouch({ ...CLASSES[match], windows, at: ago(age) })], buildRules());

  test('can be set', () => {
    expect(AttributionWindows.safeParse(windows).success).toBe(true);
  });

  test.each([
    ['one second before the end', window - 1],
    ['at the end', window],
  ])('is credited %s', (_, age) => {
    expect(decide(age)).toMatchObject({
      matchType: match,
      candidates: [{ outcome: 'won', ageSeconds: age, windowSeconds: window }],
    });
  });

  test.each([
    ['one millisecond', window + 0.001],
    ['one second', window + 1],
  ])('is not credited %s after the end', (_, age) => {
    expect(decide(age)).toMatchObject({
      matchType: 'organic',
      candidates: [{ outcome: 'outside_window', ageSeconds: age, windowSeconds: window }],
    });
  });
});

test.each([
  ['probabilistic', { probabilistic_hours: 0 }],
  ['view', { view_hours: 0 }],
] as const)('a window of 0 turns %s off, even at the same instant', (match, over) => {
  const touch = buildTouch({ ...CLASSES[match], windows: { ...DEFAULT_WINDOWS, ...over }, at: ago(0) });
  const patient = buildRules({ thresholds: { ...buildRules().thresholds, rejectCtitSeconds: 0 } });
  expect(attribute(buildConversion(), [touch], patient)).toMatchObject({
    matchType: 'organic',
    candidates: [{ matchType: match, outcome: 'outside_window', windowSeconds: 0 }],
  });
});

describe('orders and exclusions of others that hold here', () => {
  const won = (touches: Parameters<typeof attribute>[1], conversion = buildConversion()) =>
    attribute(conversion, touches, buildRules());

  test('Branch: a click by id, else a probabilistic click, else a view by id', () => {
    const click = buildTouch({ id: 'click', at: ago(days(6)) });
    const alike = buildTouch({ ...CLASSES.probabilistic, id: 'alike', at: ago(hours(5)) });
    const view = buildTouch({ ...CLASSES.view, id: 'view', at: ago(hours(1)) });
    expect(won([view, alike, click]).touchId).toBe('click');
    expect(won([view, alike]).touchId).toBe('alike');
    expect(won([view]).touchId).toBe('view');
  });

  test('Branch: a click with the id of another device is not matched probabilistically instead', () => {
    const other = buildTouch({ foundBy: ['ip'], advertisingId: '11111111-1111-4111-8111-111111111111' });
    expect(won([other]).matchType).toBe('organic');
  });

  test('Branch and Trailmark: a view from the same address is not credited', () => {
    expect(won([buildTouch({ kind: 'view', foundBy: ['ip'] })]).matchType).toBe('organic');
  });

  test('AppsFlyer: the last valid click beats a later view', () => {
    const click = buildTouch({ id: 'click', at: ago(days(6)) });
    expect(won([click, buildTouch({ ...CLASSES.view, id: 'view' })]).touchId).toBe('click');
  });

  test('Adjust: a rejected click does not stop a valid second click', () => {
    const conversion = buildConversion({ installBeginAt: ago(120) });
    const injected = buildTouch({ id: 'injected', at: ago(60) });
    expect(won([injected, buildTouch({ id: 'valid' })], conversion).touchId).toBe('valid');
  });
});

describe('returns', () => {
  const reinstall = (age: number, reattributionDays: number) =>
    attribute(
      buildConversion({ before: buildKnownDevice({ installedAt: ago(age) }) }),
      [],
      buildRules({ windows: { ...DEFAULT_WINDOWS, reattribution_days: reattributionDays } }),
    ).kind;

  test.each([
    ['AppsFlyer: 90 days', 90],
    ['AppsFlyer: at least one month', 30],
    ['AppsFlyer: at most 24 months', 730],
    ['Trailmark: 90 days', 90],
  ])('%s in which a device that comes back is no new install', (_, length) => {
    expect([-1, 0, 1].map((second) => reinstall(days(length) + second, length))).toEqual([
      ...['reinstall', 'reinstall', 'install'],
    ]);
  });

  test('Singular: a second install keeps the first source if there is no click in the window', () => {
    const conversion = buildConversion({ before: buildKnownDevice() });
    const late = attribute(conversion, [buildTouch({ at: ago(days(8)) })], buildRules());
    expect(late).toMatchObject({ matchType: 'inherited', campaignId: 'campaign-before' });
    const inTime = attribute(conversion, [buildTouch({ at: ago(days(6)) })], buildRules());
    expect(inTime).toMatchObject({ matchType: 'click_id', campaignId: 'campaign-a' });
  });

  test.each([
    ['Adjust: 7 days', 7],
    ['Adjust: at most 365 days', 365],
    ['Branch: 7 days', 7],
    ['Trailmark: 7 days', 7],
  ])('%s of silence before a link can bring someone back', (_, length) => {
    const before = (second: number) =>
      buildKnownDevice({ installedAt: ago(days(700)), lastActiveAt: ago(days(length) + second) });
    const windows = { ...DEFAULT_WINDOWS, inactivity_days: length };
    const touch = buildTouch({ ...CLASSES.deep_link, windows, at: ago(2) });
    const kinds = [-1, 0, 1].map(
      (second) =>
        attribute(buildConversion({ kind: 'deep_link', before: before(second) }), [touch], buildRules()).kind,
    );
    expect(kinds).toEqual([null, 'reattribution', 'reattribution']);
  });

  test('Adjust: a link of the same campaign does not re-attribute', () => {
    const conversion = buildConversion({
      kind: 'deep_link',
      before: buildKnownDevice({ campaignId: 'campaign-a' }),
    });
    expect(attribute(conversion, [buildTouch(CLASSES.deep_link)], buildRules()).kind).toBe('reengagement');
  });
});
