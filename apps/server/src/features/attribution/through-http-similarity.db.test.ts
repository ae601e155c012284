import { updateProject } from '@trailmark/contract/projects';
import { LOW_SIMILARITY } from '@trailmark/core/attribution/match-touch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
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

/** What Chrome tells of every phone. */
const REDUCED =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const GALAXY =
  'Mozilla/5.0 (Linux; Android 11; SM-A515F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.0.0 Mobile Safari/537.36';

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

/** Opens the app an hour after the clicks, and tells how the decision came about. */
async function open(phone: TestDevice, deviceData: Record<string, unknown> = {}) {
  server.clock.set(new Date(START.getTime() + HOUR_MS));
  const { status, json } = await phone.init(deviceData);
  expect(status).toBe(200);
  const decision = await fixture.decision(phone);
  expect(json.data.match_type).toBe(decision.match_type);
  return decision;
}

describe('a click from the address of the device', () => {
  test.each([
    ['the same phone', {}, {}, 100],
    ['a browser that tells nothing but a language', { agent: REDUCED }, {}, 70],
    ['an app that tells nothing but its model', {}, { system_version: null, language: '<null>' }, 75],
    ['an app that tells nothing but its system', {}, { device: '', language: null }, 75],
    ['another country of the same language', { language: 'en-US,en;q=0.9' }, {}, 100],
    ['the same in another language', { language: 'hi-IN' }, {}, 75],
  ])('is credited for %s', async (_, clicking, deviceData, similarity) => {
    const phone = fixture.device();
    await fixture.device({ ip: phone.ip, ...clicking }).click(campaign.slug);
    const decision = await open(phone, deviceData);
    expect(decision).toMatchObject({ match_type: 'probabilistic', campaign_id: campaign.id });
    expect(decision.receipt.decision.candidates).toMatchObject([{ outcome: 'won', likeness: similarity }]);
  });

  test.each([
    ['nothing else is known', { agent: REDUCED }, { language: null }, 60],
    ['it speaks another language', { agent: REDUCED, language: 'ta-IN' }, {}, 45],
    ['it is another phone', { agent: GALAXY }, {}, 0],
    ['it has another system', {}, { system_version: '12', device: null }, 40],
  ])('is not credited when %s', async (_, clicking, deviceData, similarity) => {
    const phone = fixture.device();
    await fixture.device({ ip: phone.ip, ...clicking }).click(campaign.slug);
    const decision = await open(phone, deviceData);
    expect(decision).toMatchObject({ match_type: 'organic', verdict: 'clean' });
    expect(decision.receipt.decision.candidates).toMatchObject([
      { outcome: 'rejected', matchType: null, likeness: similarity },
    ]);
  });

  test.each([
    ['ANDROID', 'IOS'],
    ['IOS', 'ANDROID'],
  ] as const)('by %s is nothing to %s', async (clicking, opening) => {
    const phone = fixture.device({ platform: opening });
    await fixture.device({ ip: phone.ip, platform: clicking }).click(campaign.slug);
    const decision = await open(phone);
    expect(decision.match_type).toBe('organic');
    expect(decision.receipt.decision.candidates).toMatchObject([
      { outcome: 'rejected', because: 'it was not made on the platform of the device' },
    ]);
  });

  test('that carries the id of another device is not credited', async () => {
    const [phone, other] = [fixture.device(), fixture.device()];
    await phone.click(campaign.slug, other.idQuery);
    const decision = await open(phone);
    expect(decision.match_type).toBe('organic');
    expect(decision.receipt.decision.candidates).toMatchObject([
      { outcome: 'rejected', because: 'it carries the advertising id of another device' },
    ]);
  });

  test('is asked to be more alike when the project says so', async () => {
    const body = { project_id: fixture.projectId, plausibility: { thresholds: { min_likeness: 80 } } };
    await fixture.owner.call(updateProject, { body });
    const phone = fixture.device();
    await fixture.device({ ip: phone.ip, agent: REDUCED }).click(campaign.slug);
    expect((await open(phone)).receipt.decision.candidates).toMatchObject([
      { outcome: 'rejected', likeness: 70, because: `${LOW_SIMILARITY} 70 of 100, below 80` },
    ]);
  });

  test('is each credited once to those who share the address', async () => {
    const first = fixture.device();
    const others = [1, 2].map(() => fixture.device({ ip: first.ip }));
    await first.click(campaign.slug);
    server.clock.advance(MINUTE_MS);
    await first.click(campaign.slug);
    const [early, late] = await fixture.clickIds(campaign);
    expect((await open(first)).touch_id).toBe(late);
    const second = await open(others[0] as TestDevice);
    expect(second.touch_id).toBe(early);
    expect(candidatesOf(second)).toEqual([
      [early, 'probabilistic', 'won'],
      [late, 'probabilistic', 'rejected'],
    ]);
    expect((await open(others[1] as TestDevice)).match_type).toBe('organic');
  });

  test.each([
    ['2001:db8:0:1::9', '2001:0DB8:0000:0001:0000:0000:0000:0009'],
    ['2001:db8:0:1::9', '2001:db8::1:0:0:0:9'],
    ['203.0.113.9', '::ffff:203.0.113.9'],
  ])('is the same in another spelling: %s and %s', async (clicking, opening) => {
    await fixture.device({ ip: clicking }).click(campaign.slug);
    expect((await open(fixture.device({ ip: opening }))).match_type).toBe('probabilistic');
    server.clock.set(START);
    await fixture.device({ ip: opening }).click(campaign.slug);
    expect((await open(fixture.device({ ip: clicking }))).match_type).toBe('probabilistic');
  });

  test.each(['unknown', '_hidden', '203.0.113.256', "'"])('is none when a proxy says %j', async (ip) => {
    await fixture.device({ ip }).click(campaign.slug);
    const decision = await open(fixture.device({ ip }));
    expect([decision.match_type, decision.receipt.conversion.ip]).toEqual(['organic', null]);
  });

  test('may not be a view', async () => {
    const phone = fixture.device();
    await phone.view(campaign.slug);
    expect((await open(phone)).match_type).toBe('organic');
  });

  test('brings nobody back', async () => {
    const phone = fixture.device();
    await phone.init();
    server.clock.set(new Date('2026-03-20T10:00:00Z'));
    await phone.click(campaign.slug);
    server.clock.advance(MINUTE_MS);
    await phone.deeplink('kite://offer');
    expect(await fixture.decisions(phone)).toHaveLength(1);
  });
});

describe('an Apple device', () => {
  const RELAY = '172.224.226.9';
  const DATA_CENTRE = '198.51.100.7';

  async function loadLists() {
    await server.db
      .insertInto('ip_ranges')
      .values([
        { kind: 'private_relay', range: '172.224.226.0/27' },
        { kind: 'anonymous', range: '198.51.100.0/24' },
        { kind: 'anonymous', range: '172.224.226.0/24' },
      ])
      .execute();
    await server.db
      .insertInto('ip_range_loads')
      .values([
        { kind: 'private_relay', ranges: 1, loaded_at: START },
        { kind: 'anonymous', ranges: 2, loaded_at: START },
      ])
      .execute();
    await server.ips.refresh();
  }

  const iphone = (given: Parameters<AttributionFixture['device']>[0] = {}) =>
    fixture.device({ platform: 'IOS', ...given });

  async function clicked(given: Parameters<AttributionFixture['campaign']>[0], phone = iphone()) {
    const one = await fixture.campaign(given);
    await phone.click(one.slug);
    return phone;
  }

  test('is not matched by address until the addresses of Private Relay are known', async () => {
    const phone = await clicked({ owned_media: true });
    const decision = await open(phone, { att_status: 3 });
    expect(decision.match_type).toBe('organic');
    expect(decision.receipt.decision.candidates).toMatchObject([{ outcome: 'rejected', likeness: null }]);
    expect(decision.receipt.decision.candidates[0]?.because).toContain('are not known yet');
  });

  describe('once they are known', () => {
    beforeAll(loadLists);

    test.each([
      ['owned media', true, {}, 'probabilistic'],
      ['owned media, tracking denied', true, { att_status: 2 }, 'probabilistic'],
      ['tracking authorised', false, { att_status: 3 }, 'probabilistic'],
      ['neither', false, {}, 'organic'],
      ['tracking denied', false, { att_status: 2 }, 'organic'],
      ['tracking not asked for', false, { att_status: 0 }, 'organic'],
    ])('is matched by address only for what is allowed: %s', async (_, owned_media, deviceData, match) => {
      const phone = await clicked({ owned_media });
      expect((await open(phone, deviceData)).match_type).toBe(match);
    });

    test('is not matched by an address of Private Relay, and that is no fraud', async () => {
      const phone = await clicked({ owned_media: true }, iphone({ ip: RELAY }));
      const decision = await open(phone);
      expect(decision).toMatchObject({ match_type: 'organic', verdict: 'clean' });
      expect(decision.receipt.decision.candidates).toMatchObject([
        { outcome: 'rejected', because: 'an address of Private Relay says nothing about the device' },
      ]);
      const token = await iphone({ ip: RELAY }).clickToken(campaign.slug);
      const other = iphone({ ip: RELAY });
      await other.init({}, { link: `kite://offer?tm_click=${token}` });
      expect(await fixture.decision(other)).toMatchObject({ match_type: 'deep_link', verdict: 'clean' });
    });

    test('and any other is marked when it opens in a data centre', async () => {
      const phone = fixture.device({ ip: DATA_CENTRE });
      await phone.click(campaign.slug, phone.idQuery);
      expect(await open(phone)).toMatchObject({
        match_type: 'device_id',
        verdict: 'no_postback',
        reasons: ['anonymous_traffic'],
      });
    });
  });
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(30);
  expect(different).toEqual([]);
});
