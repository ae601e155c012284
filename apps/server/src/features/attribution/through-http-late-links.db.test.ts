import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { foldDeltas } from '../../rollups/fold.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  candidatesOf,
  type FixtureCampaign,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { unsoundBooks } from '../../testing/sound-books.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Near the end of a minute: what is sent a moment later falls into the next. */
const OPEN = new Date('2026-03-10T10:00:58Z');
const after = (ms: number) => later(OPEN, ms);

let server: TestServer;
let fixture: AttributionFixture;
let campaign: FixtureCampaign;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(after(-HOUR_MS));
  fixture = await buildAttributionFixture(server);
  campaign = await fixture.campaign({ deferred_deep_link: 'kite://offer/7' });
});

const WAYS = {
  'handle-deeplink': async (phone: TestDevice, link: string) =>
    (await phone.deeplink(link)).json.data.attribution,
  'init.link': async (phone: TestDevice, link: string) => (await phone.init({}, { link })).json.data,
};
type Way = keyof typeof WAYS;

/** The link of a page that somebody came to by a click, or one that the system hands straight to the app. */
const LINKS = {
  'a click id': async (phone: TestDevice, { slug }: FixtureCampaign) => {
    const token = await fixture.device({ platform: phone.platform }).clickToken(slug);
    return `https://kite.example/offer?tm_click=${token}`;
  },
  'our own address': async (_: TestDevice, { slug }: FixtureCampaign) => `${server.url}/l/${slug}`,
};
type Kind = keyof typeof LINKS;
const KINDS = Object.keys(LINKS) as Kind[];

/** A click an hour before the open, where there is one; then the first open, which does not report it. */
async function opened(kind: Kind, given: Parameters<AttributionFixture['device']>[0] = {}) {
  const phone = fixture.device(given);
  const link = await LINKS[kind](phone, campaign);
  server.clock.set(OPEN);
  await phone.init();
  return { phone, link };
}

async function useApp(phone: TestDevice): Promise<void> {
  await phone.event('add_to_cart', { event_id: randomBytes(8).toString('hex') });
  await phone.call('capture-payment', {
    user_id: 'u1',
    amount: 99.5,
    payment_id: randomBytes(8).toString('hex'),
  });
}

const expectSound = async () => expect(await unsoundBooks(server, fixture.projectId)).toEqual([]);

const inShort = async (phone: TestDevice) =>
  (await fixture.decisions(phone)).map((one) => [one.because, one.kind, one.match_type, one.campaign_id]);

const usedTouches = async () => {
  const uses = server.db.selectFrom('touch_uses').select('touch_id');
  return (await uses.where('project_id', '=', fixture.projectId).execute()).map((row) => row.touch_id);
};

const creditsOf = async (table: 'events' | 'installs') => {
  const rows = server.db.selectFrom(table).select('campaign_id').distinct();
  return (await rows.where('project_id', '=', fixture.projectId).execute()).map((row) => row.campaign_id);
};

const NOBODY = expect.stringMatching(/^0{8}-/);
const ORGANIC_INSTALL = ['first_open', 'install', 'organic', NOBODY];

describe.each(
  KINDS.flatMap((kind) =>
    (Object.keys(WAYS) as Way[]).flatMap((way) =>
      (['ANDROID', 'IOS'] as const).map((platform) => [platform, kind, way] as const),
    ),
  ),
)('%s: a link with %s, reported by %s after the first open', (platform, kind, way) => {
  test('takes an organic install with everything that it did', async () => {
    const { phone, link } = await opened(kind, { platform });
    server.clock.advance(2 * SECOND_MS);
    await useApp(phone);
    await foldDeltas(server.db);
    server.clock.advance(2 * SECOND_MS);
    const answer = await WAYS[way](phone, link);

    const credited = {
      attribution_source: 'META',
      match_type: 'deep_link',
      deeplink: 'kite://offer/7',
      campaign_data: {
        name: campaign.name,
        type: 'INORGANIC',
        ad_network: 'META',
        installed_at: '2026-03-10T10:00:58Z',
      },
    };
    expect(answer).toMatchObject(credited);
    expect((await phone.call('attribution-data')).json.data).toMatchObject(credited);
    expect(await inShort(phone)).toEqual([
      ORGANIC_INSTALL,
      ['deep_link', 'install', 'deep_link', campaign.id],
    ]);
    const [click] = await fixture.clickIds(campaign);
    const decision = await fixture.decision(phone);
    expect(decision).toMatchObject({ in_force_from: OPEN, touch_id: click, verdict: 'clean' });
    expect(candidatesOf(decision)).toEqual([[click, 'deep_link', 'won']]);
    expect(await usedTouches()).toEqual([click]);
    expect(await creditsOf('events')).toEqual([campaign.id]);
    await expectSound();
    await useApp(phone);
    expect(await creditsOf('events')).toEqual([campaign.id]);
    await expectSound();
  });
});

describe.each(KINDS)('a link with %s, reported after the first open', (kind) => {
  test('beats a click by similarity, which is free again', async () => {
    const other = await fixture.campaign({ deferred_deep_link: 'kite://elsewhere' });
    const ip = '198.18.4.4';
    await fixture.device({ ip }).click(other.slug);
    const { phone, link } = await opened(kind, { ip });
    await useApp(phone);
    const [like] = await fixture.clickIds(other);
    expect(await usedTouches()).toEqual([like]);
    expect(await WAYS['handle-deeplink'](phone, link)).toMatchObject({
      campaign_data: { name: campaign.name },
      deeplink: 'kite://offer/7',
    });
    const [click] = await fixture.clickIds(campaign);
    expect(await inShort(phone)).toEqual([
      ['first_open', 'install', 'probabilistic', other.id],
      ['deep_link', 'install', 'deep_link', campaign.id],
    ]);
    expect(candidatesOf(await fixture.decision(phone))).toEqual([
      [click, 'deep_link', 'won'],
      [like, 'probabilistic', 'weaker_class'],
    ]);
    expect(await usedTouches()).toEqual([click]);
    await expectSound();
    const next = fixture.device({ ip });
    await next.init();
    expect((await fixture.decision(next)).touch_id).toBe(like);
    await expectSound();
  });

  test('leaves a click of the device itself as it is', async () => {
    const other = await fixture.campaign();
    const phone = fixture.device();
    await phone.click(other.slug, phone.idQuery);
    const link = await LINKS[kind](phone, campaign);
    server.clock.set(OPEN);
    await phone.init();
    expect(await WAYS['handle-deeplink'](phone, link)).toMatchObject({ campaign_data: { name: other.name } });
    expect(await inShort(phone)).toEqual([['first_open', 'install', 'device_id', other.id]]);
    await expectSound();
  });

  test('is one, however often it is sent', async () => {
    const { phone, link } = await opened(kind);
    server.clock.advance(SECOND_MS);
    await Promise.all(Array.from({ length: 4 }, () => phone.deeplink(link)));
    for (const seconds of [2, 20]) {
      server.clock.advance(seconds * SECOND_MS);
      await phone.deeplink(link);
      await phone.init({}, { link });
    }
    expect(await fixture.decisions(phone)).toHaveLength(2);
    expect(await fixture.clickIds(campaign)).toHaveLength(1);
    await expectSound();
  });

  test.each([1, 2, 3])('in the very same moment is part of it (%d)', async () => {
    const phone = fixture.device();
    const link = await LINKS[kind](phone, campaign);
    server.clock.set(OPEN);
    await Promise.all([phone.init(), phone.deeplink(link), phone.event('tap')]);
    expect(await fixture.decision(phone)).toMatchObject({
      match_type: 'deep_link',
      campaign_id: campaign.id,
    });
    await expectSound();
  });

  test('in the batch of the first open is part of it', async () => {
    const phone = fixture.device();
    const link = await LINKS[kind](phone, campaign);
    server.clock.set(OPEN);
    const body = { install_instance_id: phone.installId, platform: 'ANDROID' };
    const items = [{}, { link }].map((more) => ({ call: 'init', body: { ...body, ...more } }));
    expect((await phone.call('batch', { items })).status).toBe(200);
    expect(await inShort(phone)).toEqual([['first_open', 'install', 'deep_link', campaign.id]]);
    await expectSound();
  });

  test('takes a reinstall from whom it had inherited', async () => {
    const other = await fixture.campaign();
    const phone = fixture.device();
    await phone.click(other.slug, phone.idQuery);
    server.clock.set(after(-MINUTE_MS));
    await phone.init();
    server.clock.advance(2 * DAY_MS);
    const again = phone.reinstalled();
    const link = await LINKS[kind](again, campaign);
    server.clock.advance(MINUTE_MS);
    await again.init();
    await again.deeplink(link);
    expect(await inShort(again)).toEqual([
      ['first_open', 'reinstall', 'inherited', other.id],
      ['deep_link', 'reinstall', 'deep_link', campaign.id],
    ]);
    await expectSound();
  });
});

test('a link makes certain what was credited by similarity', async () => {
  const phone = fixture.device();
  const link = `kite://offer?tm_click=${await phone.clickToken(campaign.slug)}`;
  server.clock.set(OPEN);
  await phone.init();
  const answer = await WAYS['handle-deeplink'](phone, link);
  expect(answer).toMatchObject({ match_type: 'deep_link', deeplink: 'kite://offer/7' });
  const [click] = await fixture.clickIds(campaign);
  expect((await fixture.decisions(phone)).map((one) => [one.match_type, one.touch_id])).toEqual([
    ['probabilistic', click],
    ['deep_link', click],
  ]);
  expect(candidatesOf(await fixture.decision(phone))).toEqual([[click, 'deep_link', 'won']]);
  expect(await usedTouches()).toEqual([click]);
  await expectSound();
});

describe('it is heard', () => {
  test.each([
    ['a click id', 30 * MINUTE_MS, true],
    ['a click id', 30 * MINUTE_MS + 1, false],
    ['our own address', MINUTE_MS, true],
    ['our own address', MINUTE_MS + 1, false],
  ] as const)('with %s, %d ms after the first open: %j', async (kind, ms, isHeard) => {
    const { phone, link } = await opened(kind);
    server.clock.set(after(ms));
    await phone.deeplink(link);
    expect(await fixture.decisions(phone)).toHaveLength(isHeard ? 2 : 1);
    expect(await creditsOf('installs')).toEqual([isHeard ? campaign.id : NOBODY]);
    await expectSound();
  });

  test('not of a click that was made after the first open', async () => {
    const phone = fixture.device();
    server.clock.set(OPEN);
    await phone.init();
    server.clock.advance(1);
    const link = await LINKS['a click id'](phone, campaign);
    server.clock.advance(SECOND_MS);
    await phone.deeplink(link);
    expect(await inShort(phone)).toEqual([ORGANIC_INSTALL]);
    await expectSound();
  });

  test('not of a click id that is not ours', async () => {
    const { phone } = await opened('our own address');
    await phone.deeplink(`kite://offer?tm_click=${'A'.repeat(80)}`);
    expect(await inShort(phone)).toEqual([ORGANIC_INSTALL]);
  });

  test('of a click that is too old or used up, and the receipt says why it lost', async () => {
    server.clock.set(after(-8 * DAY_MS));
    const old = await LINKS['a click id'](fixture.device(), campaign);
    server.clock.set(after(-HOUR_MS));
    const { phone: first, link: used } = await opened('a click id');
    await first.deeplink(used);
    for (const [link, outcome] of [
      [old, 'outside_window'],
      [used, 'rejected'],
    ] as const) {
      const phone = fixture.device();
      await phone.init();
      await phone.deeplink(link);
      expect(await inShort(phone)).toEqual([ORGANIC_INSTALL, ['deep_link', 'install', 'organic', NOBODY]]);
      expect(candidatesOf(await fixture.decision(phone))).toEqual([
        [expect.any(String), 'deep_link', outcome],
      ]);
    }
    await expectSound();
  });

  test('until there are ten revisions, whatever is sent', async () => {
    server.clock.set(after(-8 * DAY_MS));
    const old = [];
    for (let count = 0; count < 11; count += 1)
      old.push(await LINKS['a click id'](fixture.device(), campaign));
    const { phone } = await opened('our own address');
    for (const link of old) expect((await phone.deeplink(link)).status).toBe(200);
    expect(await fixture.decisions(phone)).toHaveLength(10);
    await expectSound();
  });

  test('by exactly one of those who report one click at the same time', async () => {
    const link = await LINKS['a click id'](fixture.device(), campaign);
    server.clock.set(OPEN);
    const phones = Array.from({ length: 6 }, () => fixture.device());
    await Promise.all(phones.map((phone) => phone.init()));
    await Promise.all(phones.map((phone) => phone.deeplink(link)));
    const decided = await Promise.all(phones.map((phone) => fixture.decision(phone)));
    expect(decided.map((one) => one.match_type).sort()).toEqual(['deep_link', ...Array(5).fill('organic')]);
    expect(await usedTouches()).toHaveLength(1);
    await expectSound();
  });

  test('not when someone was brought back since', async () => {
    fixture = await buildAttributionFixture(server, { windows: { inactivity_days: 0 } });
    campaign = await fixture.campaign();
    const other = await fixture.campaign();
    const { phone, link } = await opened('a click id');
    server.clock.advance(2 * MINUTE_MS);
    const back = await LINKS['a click id'](phone, other);
    server.clock.advance(5 * SECOND_MS);
    await phone.deeplink(back);
    await phone.deeplink(link);
    expect(await inShort(phone)).toEqual([
      ORGANIC_INSTALL,
      ['deep_link', 'reattribution', 'deep_link', other.id],
    ]);
    await expectSound();
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(50);
  expect(different).toEqual([]);
});
