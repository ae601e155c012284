import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  candidatesOf,
  type FixtureCampaign,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const START = new Date('2026-03-10T10:00:20Z');
const after = (ms: number) => later(START, ms);

let server: TestServer;
let fixture: AttributionFixture;
let campaign: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(START);
  fixture = await buildAttributionFixture(server);
  campaign = await fixture.campaign({
    deep_link: 'kite://offer/7',
    display_id: `Mail-${randomUUID().slice(0, 8)}`,
  });
});

const ways = {
  'handle-deeplink': (phone: TestDevice, link: string) => phone.deeplink(link),
  'init.link': (phone: TestDevice, link: string) => phone.init({}, { link }),
  batch: (phone: TestDevice, link: string) => {
    const body = { install_instance_id: phone.installId, platform: phone.platform, link };
    return phone.call('batch', { items: [{ call: 'init', body }] });
  },
};
const WAYS = Object.keys(ways) as (keyof typeof ways)[];
const PLATFORMS = ['ANDROID', 'IOS'] as const;
const linkOf = ({ slug }: FixtureCampaign) => `${server.url}/l/${slug}`;

async function clicks() {
  const { sum } = await server.db
    .selectFrom('rollup_deltas')
    .select((eb) => eb.fn.sum<string | null>('count').as('sum'))
    .where('project_id', '=', fixture.projectId)
    .where('metric', '=', 'clicks')
    .executeTakeFirstOrThrow();
  return { rows: (await fixture.clickIds(campaign)).length, counted: Number(sum ?? 0) };
}

async function installed(platform: (typeof PLATFORMS)[number] = 'ANDROID') {
  const phone = fixture.device({ platform });
  await phone.init();
  return phone;
}

/** The system hands a link of ours straight to the app: no browser ever asks us. */
describe.each(PLATFORMS.flatMap((platform) => WAYS.map((way) => [platform, way] as const)))(
  '%s: our own link, reported by %s',
  (platform, way) => {
    test.each([
      [-1, false],
      [0, true],
      [1, true],
    ])('is a click, and after 7 days and %d seconds it brings someone back: %j', async (distance, isBack) => {
      const phone = await installed(platform);
      server.clock.set(after(7 * DAY_MS + distance * SECOND_MS));
      expect((await ways[way](phone, linkOf(campaign))).status).toBe(200);
      expect(await clicks()).toEqual({ rows: 1, counted: 1 });
      const decisions = await fixture.decisions(phone);
      expect(decisions.map((one) => one.kind)).toEqual(isBack ? ['install', 'reattribution'] : ['install']);
      if (!isBack) return;
      const [id] = await fixture.clickIds(campaign);
      expect(decisions[1]).toMatchObject({
        match_type: 'deep_link',
        touch_id: id,
        campaign_id: campaign.id,
      });
      expect(decisions.slice(1).map(candidatesOf)).toEqual([[[id, 'deep_link', 'won']]]);
    });

    test('brings an install that was never there before', async () => {
      const phone = fixture.device({ platform });
      await ways[way](phone, linkOf(campaign));
      expect(await fixture.decision(phone)).toMatchObject({
        kind: 'install',
        match_type: 'deep_link',
        campaign_id: campaign.id,
        verdict: 'clean',
      });
    });
  },
);

describe('our own link', () => {
  test('reported again within the minute is the same click, and the same return', async () => {
    const phone = await installed();
    server.clock.set(after(8 * DAY_MS));
    await Promise.all([1, 2, 3].map(() => phone.deeplink(linkOf(campaign))));
    server.clock.advance(10 * SECOND_MS);
    await phone.deeplink(linkOf(campaign));
    expect(await clicks()).toEqual({ rows: 1, counted: 1 });
    expect(await fixture.decisions(phone)).toHaveLength(2);
  });

  test.each([0, 2, 45])(
    'brings someone back %d seconds after the app said that it was started',
    async (n) => {
      const phone = await installed();
      server.clock.set(after(8 * DAY_MS));
      await phone.init();
      server.clock.advance(n * SECOND_MS);
      await phone.deeplink(linkOf(campaign));
      expect((await fixture.decision(phone)).kind).toBe('reattribution');
    },
  );

  test('is answered with where it leads', async () => {
    const { json } = await (await installed()).deeplink(linkOf(campaign));
    const attribution = expect.objectContaining({
      campaign_data: expect.objectContaining({ name: campaign.name }),
      match_type: 'deep_link',
    });
    const ours = { deeplink: 'kite://offer/7', is_trailmark: true, is_linkrunner: true, processing: false };
    expect(json.data).toEqual({ ...ours, attribution });
  });

  test.each(['', '?utm_source=mail', '#top'])('may carry more: %j', async (more) => {
    const phone = await installed();
    server.clock.set(after(8 * DAY_MS));
    await phone.deeplink(linkOf(campaign) + more);
    expect((await fixture.decision(phone)).campaign_id).toBe(campaign.id);
  });

  test('on a host of its own is found by its slug and by its name', async () => {
    const host = `${randomUUID().slice(0, 8)}.kite.example`;
    const domain = { domain_id: randomUUID(), created_at: START };
    await server.db
      .insertInto('link_hosts')
      .values({ host, project_id: fixture.projectId, ...domain })
      .execute();
    const { display_id } = await server.db
      .selectFrom('campaigns')
      .select('display_id')
      .where('id', '=', campaign.id)
      .executeTakeFirstOrThrow();
    for (const path of [campaign.slug, display_id, `?c=${display_id}`]) {
      server.clock.set(START);
      const phone = await installed();
      server.clock.set(after(8 * DAY_MS));
      await phone.deeplink(`https://${host}/${path}`);
      expect((await fixture.decision(phone)).kind, path).toBe('reattribution');
    }
    const other = await buildAttributionFixture(server);
    const stranger = other.device();
    const { json } = await stranger.deeplink(`https://${host}/${campaign.slug}`);
    expect(json.data.is_trailmark).toBe(false);
  });

  test('of another project is nothing to this one', async () => {
    const other = await buildAttributionFixture(server);
    const foreign = await other.campaign();
    const phone = await installed();
    server.clock.set(after(8 * DAY_MS));
    const { json } = await phone.deeplink(linkOf(foreign));
    expect(json.data).toMatchObject({ deeplink: null, is_trailmark: false });
    expect(await fixture.decisions(phone)).toHaveLength(1);
    expect(await other.clickIds(foreign)).toEqual([]);
  });
});

describe.each(['shop://item/7', 'https://shop.example/item/7'])(
  'an address %s that carries a click',
  (address) => {
    const withClick = (token: string) => `${address}?tm_click=${token}`;

    test('of ours is ours, by every call that names it', async () => {
      for (const way of WAYS) {
        const phone = fixture.device();
        const token = await phone.clickToken(campaign.slug);
        server.clock.advance(MINUTE_MS);
        await ways[way](phone, withClick(token));
        expect((await fixture.decision(phone)).campaign_id, way).toBe(campaign.id);
        const { json } = await phone.deeplink(withClick(token));
        expect(json.data).toMatchObject({ is_trailmark: true, deeplink: 'kite://offer/7' });
      }
      // A click that was made is not made again.
      expect(await clicks()).toEqual({ rows: WAYS.length, counted: WAYS.length });
    });

    test('of another project, or of nobody, is not', async () => {
      const other = await buildAttributionFixture(server);
      const token = await other.device().clickToken((await other.campaign()).slug);
      const phone = await installed();
      const last = token.at(-1) === 'A' ? 'B' : 'A';
      for (const one of [token, `${token.slice(0, -1)}${last}`, 'x', '']) {
        const { status, json } = await phone.deeplink(withClick(one));
        expect([status, json.data.is_trailmark, json.data.deeplink], one).toEqual([200, false, null]);
      }
    });
  },
);

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(30);
  expect(different).toEqual([]);
});
