import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import {
  buildStage,
  candidatesOf,
  recomputeWithoutTouches,
  type Stage,
  type StagedCampaign,
} from '../../testing/attribution-stage.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OPEN = new Date('2026-03-10T10:00:00Z');
const before = (ms: number) => later(OPEN, -ms);

/** Meta's own example: https://developers.facebook.com/docs/app-ads/install-referrer */
const META = {
  key: '2575590594a9cd809e5bfacf397f8c1ac730dbc38a3e137ecd1ab66591c8c3c9',
  nonce: 'b7203c6a6fb633d16e9cf5c1',
  data: 'afe56cf6228c6ea8c79da49186e718e92a579824596ae1d0d4d20d7793dca797bd4034ccf467bfae5c79a3981e7a2968c41949237e2b2db678c1c3d39c9ae564c5cafd52f2b77a3dc77bf1bae063114d0283b97417487207735da31ddc1531d5645a9c3e602c195a0ebf69c272aa5fda3a2d781cb47e117310164715a54c7a5a032740584e2789a7b4e596034c16425139a77e507c492b629c848573c714a03a2e7d25b9459b95842332b460f3682d19c35dbc7d53e3a51e0497ff6a6cbb367e760debc4194ae097498108df7b95eac2fa9bac4320077b510be3b7b823248bfe02ae501d9fe4ba179c7de6733c92bf89d523df9e31238ef497b9db719484cbab7531dbf6c5ea5a8087f95d59f5e4f89050e0f1dc03e464168ad76a64cca64b79',
};
const metaContent = encodeURIComponent(JSON.stringify({ source: { data: META.data, nonce: META.nonce } }));
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(before(10 * DAY_MS));
  stage = await buildStage(server);
  await server.db
    .insertInto('project_settings')
    .values({
      project_id: stage.projectId,
      sealed_meta_referrer_key: server.kit.secrets.seal('referrer', META.key),
      updated_at: server.clock.now(),
    })
    .execute();
});

async function clickAt(at: Date, phone: TestDevice, campaign: StagedCampaign, query = ''): Promise<string> {
  server.clock.set(at);
  return await phone.clickToken(campaign.slug, query);
}

describe('of all classes the strongest wins, however old its touch is', () => {
  const metaReferrer = {
    install_referrer: `utm_source=apps.facebook.com&utm_content=${metaContent}`,
    actual_timestamp: seconds(before(4 * DAY_MS)),
    is_ct: 1,
  };
  const CLASSES = ['device_id', 'meta_referrer', 'probabilistic', 'view'] as const;
  type Class = (typeof CLASSES)[number];

  /** Each touch in a campaign of its own; the stronger, the older. */
  async function touch(phone: TestDevice, classes: readonly Class[]) {
    const campaigns = new Map<Class, StagedCampaign>();
    for (const one of classes) if (one !== 'meta_referrer') campaigns.set(one, await stage.campaign());
    const slugOf = (one: Class) => campaigns.get(one)?.slug ?? '';
    if (classes.includes('device_id')) {
      server.clock.set(before(5 * DAY_MS));
      await phone.click(slugOf('device_id'), phone.idQuery);
    }
    if (classes.includes('probabilistic')) {
      server.clock.set(before(3 * HOUR_MS));
      await phone.click(slugOf('probabilistic'));
    }
    if (classes.includes('view')) {
      server.clock.set(before(HOUR_MS));
      await phone.view(slugOf('view'), phone.idQuery);
    }
    server.clock.set(OPEN);
    return campaigns;
  }

  test.each([
    ['ANDROID', CLASSES],
    ['ANDROID', ['meta_referrer', 'probabilistic', 'view']],
    ['ANDROID', ['probabilistic', 'view']],
    ['ANDROID', ['device_id', 'view']],
    ['ANDROID', ['meta_referrer']],
    ['ANDROID', ['view']],
    ['IOS', ['device_id', 'view']],
    ['IOS', ['view']],
  ] as ['ANDROID' | 'IOS', Class[]][])('%s: %j', async (platform, classes) => {
    const phone = stage.device({ platform });
    const campaigns = await touch(phone, classes);
    const given = classes.includes('meta_referrer') ? { meta_install_referrer: metaReferrer } : {};
    const { json } = await phone.init(given);
    const [first] = classes;
    const winner = first && campaigns.get(first);
    expect(json.data).toMatchObject({
      match_type: first,
      attribution_source: winner?.name ?? 'META',
      campaign_data: { type: 'INORGANIC', ad_network: 'META' },
    });
    const decision = await stage.decision(phone);
    expect(decision).toMatchObject({
      kind: 'install',
      match_type: first,
      campaign_id: winner?.id ?? NO_ID,
      link_id: winner?.linkId ?? NO_ID,
      network: 'META',
      verdict: 'clean',
    });
    expect(candidatesOf(decision).map(([, match, outcome]) => [match, outcome])).toEqual(
      classes.map((one, index) => [one, index === 0 ? 'won' : 'weaker_class']),
    );
  });

  test.each(['ANDROID', 'IOS'] as const)('%s: nothing at all is organic', async (platform) => {
    const phone = stage.device({ platform });
    const { json } = await phone.init();
    expect(json.data).toMatchObject({ attribution_source: 'ORGANIC', match_type: 'organic' });
    expect(await stage.decision(phone)).toMatchObject({
      match_type: 'organic',
      touch_id: null,
      campaign_id: NO_ID,
      network: 'organic',
    });
    expect(candidatesOf(await stage.decision(phone))).toEqual([]);
  });
});

describe("Meta's sealed referrer", () => {
  const playReferrer = `utm_source=apps.facebook.com&utm_content=${metaContent}`;

  test("also comes as the store's, with the store's time, and names ad set and ad", async () => {
    server.clock.set(OPEN);
    const phone = stage.device();
    const clickedAt = before(HOUR_MS);
    const { json } = await phone.init({
      install_referrer: playReferrer,
      referrer_click_timestamp_server_seconds: seconds(clickedAt),
    });
    expect(json.data).toMatchObject({ match_type: 'meta_referrer', attribution_source: 'META' });
    expect((await stage.decision(phone)).receipt.decision).toMatchObject({
      touchedAt: clickedAt.toISOString(),
      network: 'META',
      adSet: 'Adams Test Campaign',
      creative: 'Adams Test Ad Group',
    });
  });

  test('whose time nobody tells was made before the download', async () => {
    server.clock.set(OPEN);
    const phone = stage.device();
    const began = before(10 * MINUTE_MS);
    const { json } = await phone.init({
      install_referrer: playReferrer,
      referrer_click_timestamp_server_seconds: 0,
      install_begin_timestamp_server_seconds: seconds(began),
    });
    expect(json.data.match_type).toBe('meta_referrer');
    expect(await stage.decision(phone)).toMatchObject({ verdict: 'clean', touched_at: began });
  });

  test('may be a view, which loses against a click by likeness', async () => {
    const campaign = await stage.campaign();
    const phone = stage.device();
    await clickAt(before(HOUR_MS), phone, campaign);
    server.clock.set(OPEN);
    const seen = { install_referrer: playReferrer, is_ct: 0, actual_timestamp: seconds(before(MINUTE_MS)) };
    expect((await phone.init({ meta_install_referrer: seen })).json.data.match_type).toBe('probabilistic');
    expect(candidatesOf(await stage.decision(phone)).map(([, ...rest]) => rest)).toEqual([
      ['probabilistic', 'won'],
      ['view', 'weaker_class'],
    ]);
  });

  test.each([
    ['one byte of it is changed', META.data.replace(/^a/, 'b')],
    ['it is cut', META.data.slice(0, 64)],
  ])('says nothing when %s', async (_, data) => {
    server.clock.set(OPEN);
    const phone = stage.device();
    const content = encodeURIComponent(JSON.stringify({ source: { data, nonce: META.nonce } }));
    const { json } = await phone.init({ install_referrer: `utm_content=${content}` });
    expect(json.data.match_type).toBe('organic');
    expect(candidatesOf(await stage.decision(phone))).toEqual([]);
  });

  test('of a project without the key says nothing', async () => {
    const other = await buildStage(server);
    server.clock.set(OPEN);
    expect((await other.device().init({ install_referrer: playReferrer })).json.data.match_type).toBe(
      'organic',
    );
  });
});

describe('in a class', () => {
  test.each(['ANDROID', 'IOS'] as const)('%s: the latest touch wins', async (platform) => {
    const [one, two, three] = [await stage.campaign(), await stage.campaign(), await stage.campaign()];
    const phone = stage.device({ platform });
    for (const [campaign, age] of [
      [one, 3],
      [two, 1],
      [three, 2],
    ] as const) {
      await clickAt(before(age * HOUR_MS), phone, campaign, phone.idQuery);
    }
    server.clock.set(OPEN);
    expect((await phone.init()).json.data.attribution_source).toBe(two.name);
    const ids = [
      ...(await stage.clickIds(two)),
      ...(await stage.clickIds(three)),
      ...(await stage.clickIds(one)),
    ];
    expect(candidatesOf(await stage.decision(phone))).toEqual([
      [ids[0], 'device_id', 'won'],
      [ids[1], 'device_id', 'older_touch'],
      [ids[2], 'device_id', 'older_touch'],
    ]);
  });

  test('a later click by advertising id beats an earlier click id: both are deterministic', async () => {
    const [one, two] = [await stage.campaign(), await stage.campaign()];
    const phone = stage.device();
    const click = await clickAt(before(2 * HOUR_MS), phone, one);
    await clickAt(before(HOUR_MS), phone, two, phone.idQuery);
    server.clock.set(OPEN);
    const { json } = await phone.init({ install_referrer: `tm_click=${click}` });
    expect(json.data).toMatchObject({ attribution_source: two.name, match_type: 'device_id' });
    expect(candidatesOf(await stage.decision(phone)).map(([, ...rest]) => rest)).toEqual([
      ['device_id', 'won'],
      ['click_id', 'older_touch'],
    ]);
  });

  test.each([
    ['link', 1, 2],
    ['referrer', 2, 1],
  ])('of a link and a referrer with a click each, the later one wins: %s', async (which, linkAge, age) => {
    const [inLink, inReferrer] = [await stage.campaign(), await stage.campaign()];
    const phone = stage.device();
    const linkClick = await clickAt(before(linkAge * HOUR_MS), phone, inLink);
    const click = await clickAt(before(age * HOUR_MS), phone, inReferrer);
    server.clock.set(OPEN);
    const link = `kite://offer?tm_click=${linkClick}`;
    const { json } = await phone.init({ install_referrer: `tm_click=${click}` }, { link });
    expect(json.data.attribution_source).toBe((which === 'link' ? inLink : inReferrer).name);
    expect(candidatesOf(await stage.decision(phone)).map(([, , outcome]) => outcome)).toEqual([
      'won',
      'older_touch',
    ]);
  });

  test('of the same instant, a click id beats an advertising id', async () => {
    const [one, two] = [await stage.campaign(), await stage.campaign()];
    const phone = stage.device();
    await clickAt(before(HOUR_MS), phone, one, phone.idQuery);
    const click = await clickAt(before(HOUR_MS), phone, two);
    server.clock.set(OPEN);
    const { json } = await phone.init({ install_referrer: `tm_click=${click}` });
    expect(json.data).toMatchObject({ attribution_source: two.name, match_type: 'click_id' });
  });

  test.each(['device_id', 'probabilistic'])(
    'of the same instant and %s, the smaller id wins',
    async (match) => {
      const campaign = await stage.campaign();
      const phone = stage.device();
      const query = match === 'device_id' ? phone.idQuery : '';
      for (let n = 0; n < 5; n += 1) await clickAt(before(HOUR_MS), phone, campaign, query);
      server.clock.set(OPEN);
      await phone.init();
      const ids = await stage.clickIds(campaign);
      expect(candidatesOf(await stage.decision(phone))).toEqual(
        ids.map((id, n) => [id, match, n === 0 ? 'won' : 'older_touch']),
      );
    },
  );

  test('a click that is found in several ways is one touch, by the strongest', async () => {
    const campaign = await stage.campaign();
    const phone = stage.device();
    const click = await clickAt(before(HOUR_MS), phone, campaign, phone.idQuery);
    server.clock.set(OPEN);
    const link = `https://kite.example/?a=1&tm_click=${click}#top`;
    await phone.init({ install_referrer: `tm_click=${click}` }, { link });
    const decision = await stage.decision(phone);
    expect(candidatesOf(decision)).toEqual([[(await stage.clickIds(campaign))[0], 'click_id', 'won']]);
    expect([...(decision.receipt.touches[0]?.foundBy ?? [])].sort()).toEqual([
      ...['advertising_id', 'click_id', 'deep_link', 'ip'],
    ]);
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(20);
  expect(different).toEqual([]);
});
