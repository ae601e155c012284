import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
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
  campaign = await fixture.campaign();
});

const phones = (count: number) => Array.from({ length: count }, () => fixture.device());
const matchesOf = async (all: TestDevice[]) => {
  const decided = await Promise.all(all.map((phone) => fixture.decisions(phone)));
  return decided.map((decisions) => decisions.map((one) => one.match_type).join());
};
const usesOf = async () =>
  await server.db
    .selectFrom('touch_uses')
    .select(['touch_id', 'install_id'])
    .where('project_id', '=', fixture.projectId)
    .execute();
const initItem = (phone: TestDevice, device_data: Record<string, unknown>, body = {}) => ({
  call: 'init',
  body: { install_instance_id: phone.installId, platform: 'ANDROID', device_data, ...body },
});

describe('of those who ask for one click', () => {
  test.each([1, 2, 3])('at the same time, exactly one gets it (%d)', async () => {
    const token = await fixture.device().clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    const all = phones(12);
    const answers = await Promise.all(
      all.map((phone) => phone.init({ install_referrer: `tm_click=${token}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    const credited = all.filter((_, n) => answers[n]?.json.data.match_type === 'click_id');
    expect(credited).toHaveLength(1);
    expect((await matchesOf(all)).sort()).toEqual(['click_id', ...Array(11).fill('organic')]);
    expect(await usesOf()).toEqual([
      { touch_id: (await fixture.clickIds(campaign))[0], install_id: credited[0]?.installId },
    ]);
    const loser = all.find((phone) => phone !== credited[0]) as TestDevice;
    expect(candidatesOf(await fixture.decision(loser)).map(([, ...rest]) => rest)).toEqual([
      ['click_id', 'rejected'],
    ]);
  });

  test('in one batch, the first gets it', async () => {
    const token = await fixture.device().clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    const all = phones(5);
    const items = all.map((phone) => initItem(phone, { install_referrer: `tm_click=${token}` }));
    const answer = await fixture.device().call('batch', { items });
    expect([answer.status, answer.json.data]).toMatchObject([200, { accepted: 5 }]);
    const sources = answer.json.data.results.map(
      ({ data }: { data: { attribution_source: string } }) => data.attribution_source,
    );
    expect(sources.slice(1)).toEqual(sources.slice(1).map(() => 'ORGANIC'));
    expect(sources[0]).not.toBe('ORGANIC');
    expect(await matchesOf(all)).toEqual(['click_id', ...Array(4).fill('organic')]);
  });

  test('who comes second takes the next click of its own', async () => {
    const other = await fixture.campaign();
    const all = phones(4);
    for (const phone of all) await phone.click(other.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    const token = await fixture.device().clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    await Promise.all(all.map((phone) => phone.init({ install_referrer: `tm_click=${token}` })));
    expect((await matchesOf(all)).sort()).toEqual(['click_id', 'device_id', 'device_id', 'device_id']);
  });

  test('by similarity from one address, as many get one as there are clicks', async () => {
    const ip = '198.18.0.7';
    for (let n = 0; n < 3; n += 1) await fixture.device({ ip }).click(campaign.slug);
    server.clock.advance(MINUTE_MS);
    const all = Array.from({ length: 6 }, () => fixture.device({ ip }));
    await Promise.all(all.map((phone) => phone.init()));
    expect((await matchesOf(all)).sort()).toEqual([
      ...Array(3).fill('organic'),
      ...Array(3).fill('probabilistic'),
    ]);
    expect(await usesOf()).toHaveLength(3);
  });
});

describe('one install', () => {
  const counters = async (metric: string) =>
    (
      await server.db
        .selectFrom('rollup_deltas')
        .select((eb) => eb.fn.sum<string>('count').as('count'))
        .where('project_id', '=', fixture.projectId)
        .where('metric', '=', metric)
        .executeTakeFirstOrThrow()
    ).count;

  test('that opens many times at the same time is decided once', async () => {
    const phone = fixture.device();
    const token = await phone.clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    // As clients do: what cannot be taken now is sent again.
    const open = async (): ReturnType<typeof phone.init> => {
      const answer = await phone.init({ install_referrer: `tm_click=${token}` });
      return answer.status === 503 ? await open() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 8 }, open));
    const said = answers.map(({ status, json }) => json.data?.match_type ?? `${status} ${json.msg}`);
    expect(said).toEqual(Array(8).fill('click_id'));
    expect(await fixture.decisions(phone)).toHaveLength(1);
    expect(Number(await counters('installs'))).toBe(1);
  });

  const link = (token: string) => `kite://offer?tm_click=${token}`;
  async function quiet() {
    const phone = fixture.device();
    await phone.init();
    server.clock.advance(8 * DAY_MS);
    return phone;
  }

  test('that is opened by one link many times at the same time comes back once', async () => {
    const phone = await quiet();
    const url = link(await phone.clickToken(campaign.slug));
    await Promise.all(Array.from({ length: 6 }, () => phone.deeplink(url)));
    expect((await fixture.decisions(phone)).map((one) => one.kind)).toEqual(['install', 'reattribution']);
    expect(Number(await counters('reattributions'))).toBe(1);
  });

  test('that is opened by two links in one batch comes back by the first', async () => {
    const other = await fixture.campaign();
    const phone = await quiet();
    const tokens = [await phone.clickToken(campaign.slug), await phone.clickToken(other.slug)];
    const items = tokens.map((token) => initItem(phone, {}, { link: link(token) }));
    expect((await phone.call('batch', { items })).status).toBe(200);
    expect((await fixture.decisions(phone)).map((one) => [one.kind, one.campaign_id])).toEqual([
      ['install', expect.any(String)],
      ['reattribution', campaign.id],
    ]);
  });

  test('that is opened by a stranger link and ours in one batch comes back by ours', async () => {
    const phone = await quiet();
    const token = await phone.clickToken(campaign.slug);
    const items = ['kite://elsewhere', link(token)].map((one) => initItem(phone, {}, { link: one }));
    await phone.call('batch', { items });
    expect((await fixture.decision(phone)).campaign_id).toBe(campaign.id);
  });
});

describe('an open that tells nothing', () => {
  const NOTHINGS = [null, '', '<null>', '(null)', undefined];
  const FIELDS = [
    ...['gaid', 'idfa', 'idfv', 'android_id', 'system_version', 'device', 'language', 'install_referrer'],
    ...['install_begin_timestamp_server_seconds', 'referrer_click_timestamp_server_seconds'],
    ...['meta_install_referrer', 'adservices_attribution_token', 'att_status'],
  ];

  test.each(NOTHINGS)('in any field (%j) is an organic install, each for itself', async (nothing) => {
    const device_data = Object.fromEntries(FIELDS.map((name) => [name, nothing]));
    const [one, two] = [fixture.device(), fixture.device()];
    for (const phone of [one, two]) {
      const answer = await phone.init(device_data, { app_version: nothing, package_version: nothing });
      expect([answer.status, answer.json.data?.match_type]).toEqual([200, 'organic']);
    }
    expect(await fixture.decision(two)).toMatchObject({ kind: 'install', verdict: 'clean' });
  });

  test.each(NOTHINGS)('instead of the whole (%j) is one as well', async (nothing) => {
    const isText = typeof nothing === 'string';
    const phone = fixture.device();
    const answer = await phone.init(
      {},
      { device_data: isText ? {} : nothing, link: nothing, platform: null },
    );
    expect([answer.status, answer.json.data?.match_type]).toEqual([200, 'organic']);
  });

  test('that fits is one as well', async () => {
    const odd = [42, -1, 1e300, true, [], {}, [null], { a: { b: [] } }, 'x'.repeat(10_000), '\u0000\ud800'];
    for (const value of odd) {
      const phone = fixture.device();
      const answer = await phone.init(Object.fromEntries(FIELDS.map((name) => [name, value])));
      expect([answer.status, answer.json.data?.match_type], JSON.stringify(value).slice(0, 40)).toEqual([
        200,
        'organic',
      ]);
    }
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(60);
  expect(different).toEqual([]);
});
