import type { AttributionWindows } from '@trailmark/contract/windows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  candidatesOf,
  type FixtureCampaign,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const START = new Date('2026-03-10T10:00:00Z');
const after = (ms: number) => later(START, ms);

let server: TestServer;
let fixture: AttributionFixture;
let first: FixtureCampaign;
let second: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A project with two campaigns, with windows of its own or of theirs. */
async function setUp(windows: Partial<AttributionWindows> = {}, own: Partial<AttributionWindows> = {}) {
  server.clock.set(START);
  fixture = await buildAttributionFixture(server, { windows });
  first = await fixture.campaign({ windows: own });
  second = await fixture.campaign({ windows: own });
}

const PLATFORMS = ['ANDROID', 'IOS'] as const;
const DISTANCES = [-1, 0, 1] as const;

/** An install at the start, brought by the first campaign a minute before. */
async function installed(platform: (typeof PLATFORMS)[number]): Promise<TestDevice> {
  const phone = fixture.device({ platform });
  server.clock.set(after(-MINUTE_MS));
  await phone.click(first.slug, phone.idQuery);
  server.clock.set(START);
  await phone.init();
  expect(await fixture.decision(phone)).toMatchObject({ kind: 'install', campaign_id: first.id });
  return phone;
}

/** What reports would find of a metric, by campaign. */
async function counted(metric: string): Promise<Record<string, number>> {
  const rows = await server.db
    .selectFrom('rollup_deltas')
    .select((eb) => ['campaign_id', eb.fn.sum<string>('count').as('count')])
    .where('project_id', '=', fixture.projectId)
    .where('metric', '=', metric)
    .groupBy('campaign_id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.campaign_id, Number(row.count)]));
}

describe('an app that is installed again', () => {
  const WINDOWS: [string, number, Partial<AttributionWindows>][] = [
    ['Trailmark and AppsFlyer: 90 days', 90, {}],
    ['AppsFlyer: at least one month', 30, { reattribution_days: 30 }],
    ['AppsFlyer: at most 24 months', 730, { reattribution_days: 730 }],
  ];
  /** By what a phone is known: what else it could be known by is left out. */
  const IDS = [
    ['ANDROID', 'gaid', {}],
    ['IOS', 'idfa', { idfv: null }],
    ['IOS', 'idfv', { idfa: '00000000-0000-0000-0000-000000000000' }],
  ] as const;

  describe.each(WINDOWS)('%s', (_, days, windows) => {
    beforeAll(() => setUp(windows));

    test.each(IDS.flatMap((one) => DISTANCES.map((distance) => [...one, distance] as const)))(
      '%s, known by %s %j, %d seconds from the end',
      async (platform, __, deviceData, distance) => {
        const phone = (await installed(platform)).reinstalled();
        server.clock.set(after(days * DAY_MS + distance * SECOND_MS));
        const { json } = await phone.init(deviceData);
        const isKept = distance <= 0;
        expect(json.data).toMatchObject({
          campaign_data: isKept ? { name: first.name } : null,
          match_type: isKept ? 'inherited' : 'organic',
        });
        expect(await fixture.decision(phone)).toMatchObject({
          kind: isKept ? 'reinstall' : 'install',
          because: 'first_open',
          match_type: isKept ? 'inherited' : 'organic',
          ...(isKept ? { campaign_id: first.id, link_id: first.linkId, network: 'META' } : {}),
          touch_id: null,
        });
      },
    );
  });

  describe('on an iPhone that forgot its ids, with the install before', () => {
    const NO_IDS = { idfa: '00000000-0000-0000-0000-000000000000', idfv: null };
    const reopened = async (previous_install_instance_id: unknown) => {
      const phone = fixture.device({ platform: 'IOS' });
      const { status } = await phone.init({ ...NO_IDS, previous_install_instance_id });
      expect(status).toBe(200);
      return await fixture.decision(phone);
    };
    beforeEach(() => setUp());

    test('is a reinstall, and inherits the source', async () => {
      const phone = await installed('IOS');
      server.clock.set(after(DAY_MS));
      expect(await reopened(phone.installId)).toMatchObject({
        kind: 'reinstall',
        match_type: 'inherited',
        campaign_id: first.id,
      });
    });

    test('is an install where that one is not known, of another project, its own, or no id', async () => {
      const other = await installed('IOS');
      await setUp();
      const own = fixture.device({ platform: 'IOS' });
      await own.init({ ...NO_IDS, previous_install_instance_id: own.installId });
      expect(await fixture.decision(own)).toMatchObject({ kind: 'install' });
      for (const id of ['never-heard-of', other.installId, 'x'.repeat(65), { of: 'it' }, '']) {
        expect(await reopened(id)).toMatchObject({ kind: 'install', match_type: 'organic' });
      }
    });
  });

  test('after a new click is a reinstall of who brought it back', async () => {
    await setUp();
    const phone = (await installed('ANDROID')).reinstalled();
    server.clock.set(after(20 * DAY_MS));
    const token = await phone.clickToken(second.slug);
    server.clock.advance(MINUTE_MS);
    const { json } = await phone.init({ install_referrer: `tm_click=${token}` });
    expect(json.data).toMatchObject({ campaign_data: { name: second.name }, match_type: 'click_id' });
    expect(await fixture.decision(phone)).toMatchObject({ kind: 'reinstall', campaign_id: second.id });
    expect(await counted('installs')).toEqual({ [first.id]: 1 });
    expect(await counted('reinstalls')).toEqual({ [second.id]: 1 });
  });

  test('keeps its source when the store repeats the referrer: that click is used', async () => {
    await setUp();
    const phone = fixture.device();
    const token = await phone.clickToken(first.slug);
    server.clock.advance(MINUTE_MS);
    await phone.init({ install_referrer: `tm_click=${token}` });
    server.clock.advance(DAY_MS);
    const again = phone.reinstalled();
    await again.init({ install_referrer: `tm_click=${token}` });
    const decision = await fixture.decision(again);
    expect(decision).toMatchObject({ kind: 'reinstall', match_type: 'inherited', campaign_id: first.id });
    expect(candidatesOf(decision)).toEqual([[expect.any(String), 'click_id', 'rejected']]);
    expect(await counted('installs')).toEqual({ [first.id]: 1 });
    expect(await counted('reinstalls')).toEqual({ [first.id]: 1 });
  });
});

const WAYS = {
  'handle-deeplink': (phone: TestDevice, link: string) => phone.deeplink(link),
  'init.link': (phone: TestDevice, link: string) => phone.init({}, { link }),
};
const linkWith = (token: string) => `kite://offer/7?from=mail&tm_click=${token}`;

/** A click five seconds before an instant, and the app opened by it then. */
async function openBy(phone: TestDevice, campaign: FixtureCampaign, at: Date, way: keyof typeof WAYS) {
  server.clock.set(later(at, -5 * SECOND_MS));
  const link = linkWith(await phone.clickToken(campaign.slug));
  server.clock.set(at);
  expect((await WAYS[way](phone, link)).status).toBe(200);
  return link;
}

describe('an open by a link after silence', () => {
  const LENGTHS: [string, number, boolean][] = [
    ['Trailmark, Adjust and Branch: 7 days', 7, false],
    ['Adjust: at most 365 days', 365, false],
    ['of the campaign: 2 days', 2, true],
  ];
  const cases = PLATFORMS.flatMap((platform) =>
    (Object.keys(WAYS) as (keyof typeof WAYS)[]).flatMap((way) =>
      DISTANCES.flatMap((distance) => [true, false].map((isOther) => ({ platform, way, distance, isOther }))),
    ),
  );

  describe.each(LENGTHS)('%s', (_, days, isCampaigns) => {
    const windows = { inactivity_days: days };
    beforeAll(() => (isCampaigns ? setUp({}, windows) : setUp(windows)));

    test.each(cases)('$platform, $way, $distance seconds, other campaign: $isOther', async (given) => {
      const phone = await installed(given.platform);
      const at = after(days * DAY_MS + given.distance * SECOND_MS);
      const campaign = given.isOther ? second : first;
      await openBy(phone, campaign, at, given.way);
      const decisions = await fixture.decisions(phone);
      const kind = given.isOther ? 'reattribution' : 'reengagement';
      expect(decisions.map((one) => one.kind)).toEqual(given.distance < 0 ? ['install'] : ['install', kind]);
      if (given.distance < 0) return;
      expect(decisions[1]).toMatchObject({
        revision: 2,
        because: 'deep_link',
        match_type: 'deep_link',
        campaign_id: campaign.id,
        in_force_from: at,
        verdict: 'clean',
      });
      expect(candidatesOf(decisions[1] as (typeof decisions)[number])).toEqual([
        [decisions[1]?.touch_id, 'deep_link', 'won'],
      ]);
    });
  });
});

describe('silence', () => {
  beforeEach(() => setUp());

  test('of 0 days asks for none', async () => {
    await setUp({ inactivity_days: 0 });
    const phone = await installed('ANDROID');
    await openBy(phone, second, after(MINUTE_MS), 'handle-deeplink');
    await openBy(phone, first, after(3 * MINUTE_MS), 'handle-deeplink');
    expect((await fixture.decisions(phone)).map((one) => [one.kind, one.campaign_id])).toEqual([
      ['install', first.id],
      ['reattribution', second.id],
      ['reattribution', first.id],
    ]);
  });

  test('is not broken by the launch that the link brought about', async () => {
    const phone = await installed('ANDROID');
    server.clock.set(after(8 * DAY_MS));
    const link = linkWith(await phone.clickToken(second.slug));
    server.clock.advance(SECOND_MS);
    await phone.init();
    await phone.event('home');
    server.clock.advance(2 * SECOND_MS);
    await phone.deeplink(link);
    expect((await fixture.decision(phone)).kind).toBe('reattribution');
  });

  test('is broken by what came before the click', async () => {
    const phone = await installed('ANDROID');
    server.clock.set(after(8 * DAY_MS));
    await phone.init();
    await openBy(phone, second, after(8 * DAY_MS + 10 * MINUTE_MS), 'handle-deeplink');
    expect(await fixture.decisions(phone)).toHaveLength(1);
  });

  test('is broken by what came long after the click', async () => {
    const phone = await installed('ANDROID');
    server.clock.set(after(8 * DAY_MS));
    const link = linkWith(await phone.clickToken(second.slug));
    server.clock.advance(DAY_MS);
    await phone.event('home', { time_since_app_install: 9 * 86_400 });
    server.clock.advance(DAY_MS);
    await phone.deeplink(link);
    expect(await fixture.decisions(phone)).toHaveLength(1);
  });

  test('is broken by the return itself', async () => {
    const phone = await installed('ANDROID');
    await openBy(phone, second, after(8 * DAY_MS), 'handle-deeplink');
    await openBy(phone, first, after(8 * DAY_MS + 30 * SECOND_MS), 'handle-deeplink');
    expect((await fixture.decisions(phone)).map((one) => one.kind)).toEqual(['install', 'reattribution']);
  });
});

describe('a link brings nobody back', () => {
  beforeEach(() => setUp());

  test('twice', async () => {
    const phone = await installed('IOS');
    const link = await openBy(phone, second, after(8 * DAY_MS), 'init.link');
    server.clock.set(after(15 * DAY_MS + 4 * SECOND_MS));
    await phone.deeplink(link);
    expect(await fixture.decisions(phone)).toHaveLength(2);
  });

  test('whose click came before the install', async () => {
    await setUp({ click_hours: 720 });
    server.clock.set(after(-HOUR_MS));
    const token = await fixture.device().clickToken(second.slug);
    const phone = await installed('ANDROID');
    server.clock.set(after(8 * DAY_MS));
    await phone.deeplink(linkWith(token));
    expect(await fixture.decisions(phone)).toHaveLength(1);
  });

  test.each(['kite://offer', 'https://elsewhere.example/?tm_click=forged', ''])(
    'without a click: %j',
    async (url) => {
      const phone = await installed('ANDROID');
      server.clock.set(after(8 * DAY_MS));
      await (url ? phone.deeplink(url) : phone.init({}, { link: url }));
      expect(await fixture.decisions(phone)).toHaveLength(1);
    },
  );

  test('who was never there: that is an install', async () => {
    const phone = fixture.device({ platform: 'IOS' });
    await openBy(phone, second, after(HOUR_MS), 'handle-deeplink');
    expect(await fixture.decision(phone)).toMatchObject({
      kind: 'install',
      match_type: 'deep_link',
      campaign_id: second.id,
    });
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(100);
  expect(different).toEqual([]);
});
