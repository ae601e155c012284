import { updateProject } from '@trailmark/contract/projects';
import { NO_ID } from '@trailmark/core/metrics/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import {
  type AttributionFixture,
  buildAttributionFixture,
  candidatesOf,
  type FixtureCampaign,
  META_EXAMPLE,
  recomputeWithoutTouches,
} from '../../testing/attribution-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OPEN = new Date('2026-03-10T10:00:00Z');
const before = (ms: number) => later(OPEN, -ms);

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

let server: TestServer;
let fixture: AttributionFixture;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(before(10 * DAY_MS));
  fixture = await buildAttributionFixture(server);
  const body = { project_id: fixture.projectId, meta_referrer_key: META_EXAMPLE.key };
  await fixture.owner.call(updateProject, { body });
});

async function clickAt(at: Date, phone: TestDevice, campaign: FixtureCampaign, query = ''): Promise<string> {
  server.clock.set(at);
  return await phone.clickToken(campaign.slug, query);
}

describe('of all classes the strongest wins, however old its touch is', () => {
  const metaReferrer = {
    install_referrer: META_EXAMPLE.referrer,
    actual_timestamp: seconds(before(4 * DAY_MS)),
    is_ct: 1,
  };
  const CLASSES = ['device_id', 'meta_referrer', 'probabilistic', 'view'] as const;
  type Class = (typeof CLASSES)[number];

  /** Each touch in a campaign of its own; the stronger, the older. */
  async function touch(phone: TestDevice, classes: readonly Class[]) {
    const campaigns = new Map<Class, FixtureCampaign>();
    for (const one of classes) if (one !== 'meta_referrer') campaigns.set(one, await fixture.campaign());
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
    const phone = fixture.device({ platform });
    const campaigns = await touch(phone, classes);
    const given = classes.includes('meta_referrer') ? { meta_install_referrer: metaReferrer } : {};
    const { json } = await phone.init(given);
    const [first] = classes;
    const winner = first && campaigns.get(first);
    expect(json.data).toMatchObject({
      match_type: first,
      attribution_source: 'META',
      campaign_data: {
        ...(winner ? { name: winner.name } : {}),
        type: 'INORGANIC',
        ad_network: 'META',
      },
    });
    const decision = await fixture.decision(phone);
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
    const phone = fixture.device({ platform });
    const { json } = await phone.init();
    expect(json.data).toMatchObject({
      attribution_source: 'ORGANIC',
      match_type: 'organic',
      campaign_data: null,
    });
    expect(await fixture.decision(phone)).toMatchObject({
      match_type: 'organic',
      touch_id: null,
      campaign_id: NO_ID,
      network: 'ORGANIC',
    });
    expect(candidatesOf(await fixture.decision(phone))).toEqual([]);
  });
});

describe('in a class', () => {
  test.each(['ANDROID', 'IOS'] as const)('%s: the latest touch wins', async (platform) => {
    const [one, two, three] = [await fixture.campaign(), await fixture.campaign(), await fixture.campaign()];
    const phone = fixture.device({ platform });
    for (const [campaign, age] of [
      [one, 3],
      [two, 1],
      [three, 2],
    ] as const) {
      await clickAt(before(age * HOUR_MS), phone, campaign, phone.idQuery);
    }
    server.clock.set(OPEN);
    expect((await phone.init()).json.data.campaign_data.name).toBe(two.name);
    const ids = [
      ...(await fixture.clickIds(two)),
      ...(await fixture.clickIds(three)),
      ...(await fixture.clickIds(one)),
    ];
    expect(candidatesOf(await fixture.decision(phone))).toEqual([
      [ids[0], 'device_id', 'won'],
      [ids[1], 'device_id', 'older_touch'],
      [ids[2], 'device_id', 'older_touch'],
    ]);
  });

  test('a later click by advertising id beats an earlier click id: both are deterministic', async () => {
    const [one, two] = [await fixture.campaign(), await fixture.campaign()];
    const phone = fixture.device();
    const click = await clickAt(before(2 * HOUR_MS), phone, one);
    await clickAt(before(HOUR_MS), phone, two, phone.idQuery);
    server.clock.set(OPEN);
    const { json } = await phone.init({ install_referrer: `tm_click=${click}` });
    expect(json.data).toMatchObject({ campaign_data: { name: two.name }, match_type: 'device_id' });
    expect(candidatesOf(await fixture.decision(phone)).map(([, ...rest]) => rest)).toEqual([
      ['device_id', 'won'],
      ['click_id', 'older_touch'],
    ]);
  });

  test.each([
    ['link', 1, 2],
    ['referrer', 2, 1],
  ])('of a link and a referrer with a click each, the later one wins: %s', async (which, linkAge, age) => {
    const [inLink, inReferrer] = [await fixture.campaign(), await fixture.campaign()];
    const phone = fixture.device();
    const linkClick = await clickAt(before(linkAge * HOUR_MS), phone, inLink);
    const click = await clickAt(before(age * HOUR_MS), phone, inReferrer);
    server.clock.set(OPEN);
    const link = `kite://offer?tm_click=${linkClick}`;
    const { json } = await phone.init({ install_referrer: `tm_click=${click}` }, { link });
    expect(json.data.campaign_data.name).toBe((which === 'link' ? inLink : inReferrer).name);
    expect(candidatesOf(await fixture.decision(phone)).map(([, , outcome]) => outcome)).toEqual([
      'won',
      'older_touch',
    ]);
  });

  test('of the same instant, a click id beats an advertising id', async () => {
    const [one, two] = [await fixture.campaign(), await fixture.campaign()];
    const phone = fixture.device();
    await clickAt(before(HOUR_MS), phone, one, phone.idQuery);
    const click = await clickAt(before(HOUR_MS), phone, two);
    server.clock.set(OPEN);
    const { json } = await phone.init({ install_referrer: `tm_click=${click}` });
    expect(json.data).toMatchObject({ campaign_data: { name: two.name }, match_type: 'click_id' });
  });

  test.each(['device_id', 'probabilistic'])(
    'of the same instant and %s, the smaller id wins',
    async (match) => {
      const campaign = await fixture.campaign();
      const phone = fixture.device();
      const query = match === 'device_id' ? phone.idQuery : '';
      for (let n = 0; n < 5; n += 1) await clickAt(before(HOUR_MS), phone, campaign, query);
      server.clock.set(OPEN);
      await phone.init();
      const ids = await fixture.clickIds(campaign);
      expect(candidatesOf(await fixture.decision(phone))).toEqual(
        ids.map((id, n) => [id, match, n === 0 ? 'won' : 'older_touch']),
      );
    },
  );

  test('a click that is found in several ways is one touch, by the strongest', async () => {
    const campaign = await fixture.campaign();
    const phone = fixture.device();
    const click = await clickAt(before(HOUR_MS), phone, campaign, phone.idQuery);
    server.clock.set(OPEN);
    const link = `https://kite.example/?a=1&tm_click=${click}#top`;
    await phone.init({ install_referrer: `tm_click=${click}` }, { link });
    const decision = await fixture.decision(phone);
    expect(candidatesOf(decision)).toEqual([[(await fixture.clickIds(campaign))[0], 'click_id', 'won']]);
    expect([...(decision.receipt.touches[0]?.foundBy ?? [])].sort()).toEqual([
      ...['advertising_id', 'click_id', 'deep_link'],
    ]);
    expect(decision.receipt.conversion.isAddressSkipped).toBe(true);
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(15);
  expect(different).toEqual([]);
});
