import type { AttributionWindows } from '@trailmark/contract/windows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { later, SECOND_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  candidatesOf,
  type FixtureCampaign,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import type { Answer, TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const START = new Date('2026-03-10T10:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.clock.set(START));

/** A touch now, and how the app is opened when it comes to it. */
interface Way {
  match: string;
  platforms: ('ANDROID' | 'IOS')[];
  touch(phone: TestDevice, slug: string): Promise<() => Promise<Answer>>;
}

const WAYS = {
  referrer: {
    match: 'click_id',
    platforms: ['ANDROID'],
    touch: async (phone, slug) => {
      const click = await phone.clickToken(slug);
      return () => phone.init({ install_referrer: `utm_source=x&tm_click=${click}` });
    },
  },
  link: {
    match: 'deep_link',
    platforms: ['ANDROID', 'IOS'],
    touch: async (phone, slug) => {
      const click = await phone.clickToken(slug);
      return () => phone.init({}, { link: `kite://offer?tm_click=${click}` });
    },
  },
  id: {
    match: 'device_id',
    platforms: ['ANDROID', 'IOS'],
    touch: async (phone, slug) => {
      await phone.click(slug, phone.idQuery);
      return () => phone.init();
    },
  },
  address: {
    match: 'probabilistic',
    platforms: ['ANDROID'],
    touch: async (phone, slug) => {
      await phone.click(slug);
      return () => phone.init();
    },
  },
  view: {
    match: 'view',
    platforms: ['ANDROID', 'IOS'],
    touch: async (phone, slug) => {
      await phone.view(slug, phone.idQuery);
      return () => phone.init();
    },
  },
} satisfies Record<string, Way>;

const hours = (n: number) => n * 3600;
const days = (n: number) => hours(24 * n);

/** What people come from: the windows of other services can be set here, and mean the same. */
const CASES: [string, keyof typeof WAYS, Partial<AttributionWindows>, number][] = [
  ['Trailmark: a click id for 7 days', 'referrer', {}, days(7)],
  ['Trailmark: a link into the app for 7 days', 'link', {}, days(7)],
  ['Trailmark: a click by advertising id for 7 days', 'id', {}, days(7)],
  ['Trailmark: a click by similarity for 6 hours', 'address', {}, hours(6)],
  ['Trailmark: a view by id for 24 hours', 'view', {}, hours(24)],
  ['Trailmark: a view by id for at most 7 days', 'view', { view_hours: 168 }, days(7)],
  ['AppsFlyer: a click for 7 days', 'referrer', { click_hours: 168 }, days(7)],
  ['AppsFlyer: a click for at least 1 hour', 'id', { click_hours: 1 }, hours(1)],
  ['AppsFlyer: a click for 23 hours', 'link', { click_hours: 23 }, hours(23)],
  ['AppsFlyer: a click for at most 30 days', 'id', { click_hours: 720 }, days(30)],
  [
    'AppsFlyer: a click by similarity for at most 24 hours',
    'address',
    { probabilistic_hours: 24 },
    hours(24),
  ],
  ['AppsFlyer: a view for 24 hours', 'view', { view_hours: 24 }, hours(24)],
  ['AppsFlyer: a view for at least 1 hour', 'view', { view_hours: 1 }, hours(1)],
  ['Adjust: a click for 7 days', 'id', { click_hours: 168 }, days(7)],
  ['Adjust: a click for at least 1 day', 'referrer', { click_hours: 24 }, days(1)],
  ['Adjust: a click for at most 30 days', 'referrer', { click_hours: 720 }, days(30)],
  ['Adjust: a click by similarity for 6 hours', 'address', { probabilistic_hours: 6 }, hours(6)],
  ['Adjust: a click by similarity for at least 1 hour', 'address', { probabilistic_hours: 1 }, hours(1)],
  ['Adjust: a view for 24 hours', 'view', { view_hours: 24 }, hours(24)],
  ['Branch: a click for 7 days', 'link', { click_hours: 168 }, days(7)],
  ['Branch: a click by similarity for 2 hours', 'address', { probabilistic_hours: 2 }, hours(2)],
  ['Branch: a view by id for 24 hours', 'view', { view_hours: 24 }, hours(24)],
  ['Singular: a click for 7 days', 'referrer', { click_hours: 168 }, days(7)],
  ['Singular: a click for at most 30 days', 'link', { click_hours: 720 }, days(30)],
  ['Singular: a click by similarity for at most 24 hours', 'address', { probabilistic_hours: 24 }, hours(24)],
];

/** Opposite to what a case sets, so that only what is meant to hold can have decided. */
const SHORT = { click_hours: 1, probabilistic_hours: 0, view_hours: 0 };

const DISTANCES: [string, number, boolean][] = [
  ['one second before the end', -1, true],
  ['at the end', 0, true],
  ['one second after the end', 1, false],
];

describe.each(CASES)('%s', (_, wayName, windows, length) => {
  const way: Way = WAYS[wayName];
  const holders: [
    string,
    (fixture: AttributionFixture) => Promise<FixtureCampaign>,
    Partial<AttributionWindows>,
  ][] = [
    ['the project', (fixture) => fixture.campaign(), windows],
    ['the campaign', (fixture) => fixture.campaign({ windows: { ...DEFAULTS, ...windows } }), SHORT],
  ];
  const DEFAULTS = { click_hours: 168, probabilistic_hours: 6, view_hours: 24 };

  describe.each(holders)('as a window of %s', (__, makeCampaign, projectWindows) => {
    let fixture: AttributionFixture;
    let campaign: FixtureCampaign;
    beforeAll(async () => {
      server.clock.set(START);
      fixture = await buildAttributionFixture(server, { windows: projectWindows });
      campaign = await makeCampaign(fixture);
    });
    const cases = way.platforms.flatMap((platform) => DISTANCES.map((one) => [platform, ...one] as const));

    test.each(cases)('%s, opened %s', async (platform, ___, distance, isInside) => {
      const phone = fixture.device({ platform });
      const open = await way.touch(phone, campaign.slug);
      server.clock.set(later(START, (length + distance) * SECOND_MS));
      const { json } = await open();
      expect(json.data).toMatchObject({
        attribution_source: isInside ? campaign.network : 'ORGANIC',
        match_type: isInside ? way.match : 'organic',
        campaign_data: isInside ? { name: campaign.name, store_click_at: '2026-03-10T10:00:00Z' } : null,
      });
      const decision = await fixture.decision(phone);
      const touchId = decision.receipt.touches[0]?.id ?? '';
      expect(decision).toMatchObject({
        kind: 'install',
        because: 'first_open',
        match_type: isInside ? way.match : 'organic',
        touch_id: isInside ? touchId : null,
        verdict: 'clean',
      });
      expect(candidatesOf(decision)).toEqual([[touchId, way.match, isInside ? 'won' : 'outside_window']]);
      expect(decision.receipt.decision.candidates[0]).toMatchObject({
        ageSeconds: length + distance,
        windowSeconds: length,
      });
    });
  });
});

describe('a window of 0', () => {
  test.each(['address', 'view'] as const)('turns off %s', async (name) => {
    const fixture = await buildAttributionFixture(server, {
      windows: { probabilistic_hours: 0, view_hours: 0 },
    });
    const campaign = await fixture.campaign();
    const phone = fixture.device();
    const open = await WAYS[name].touch(phone, campaign.slug);
    server.clock.advance(20 * SECOND_MS);
    expect((await open()).json.data.match_type).toBe('organic');
    expect((await fixture.decision(phone)).receipt.decision.candidates).toMatchObject([
      { matchType: WAYS[name].match, outcome: 'outside_window', windowSeconds: 0 },
    ]);
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(200);
  expect(different).toEqual([]);
});
