import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
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
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

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

const suspicionsOf = async (phone: TestDevice) =>
  (await fixture.decision(phone)).receipt.decision.candidates.map(({ outcome, suspicions }) => [
    outcome,
    suspicions,
  ]);

describe('a click id that we did not sign', () => {
  const changed = (token: string, at: number) =>
    token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);

  const expectForged = async (phone: TestDevice) => {
    expect(await fixture.decision(phone)).toMatchObject({
      kind: 'install',
      match_type: 'organic',
      touch_id: null,
      verdict: 'no_credit',
      reasons: ['incorrect_signature'],
    });
    expect(await suspicionsOf(phone)).toEqual([
      ['rejected', [{ reason: 'incorrect_signature', level: 'no_credit' }]],
    ]);
  };

  test.each([0, 30, 63, 64, 79])('since its character %d is changed', async (at) => {
    const token = changed(await fixture.device().clickToken(campaign.slug), at);
    server.clock.advance(MINUTE_MS);
    const phone = fixture.device();
    const { json } = await phone.init({ install_referrer: `tm_click=${token}` });
    expect(json.data.attribution_source).toBe('ORGANIC');
    await expectForged(phone);
  });

  test.each(['x', 'a'.repeat(79), 'a'.repeat(81), '%00', "' or 1=1"])('since it is %j', async (token) => {
    const phone = fixture.device();
    const answer = await phone.init({ install_referrer: `tm_click=${token}` });
    expect([answer.status, answer.json.data.attribution_source]).toEqual([200, 'ORGANIC']);
  });

  test('does not stop one that we did', async () => {
    const phone = fixture.device();
    const token = await phone.clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    const link = `kite://offer?tm_click=${changed(token, 40)}`;
    await phone.init({ install_referrer: `tm_click=${token}` }, { link });
    expect(await fixture.decision(phone)).toMatchObject({ match_type: 'click_id', verdict: 'clean' });
    expect(candidatesOf(await fixture.decision(phone)).map(([, , outcome]) => outcome)).toEqual([
      'won',
      'rejected',
    ]);
  });
});

describe.each(['ANDROID', 'IOS'] as const)('a click of another project on %s', (platform) => {
  test.each(['in the link that opened the app', 'in the referrer'])(
    '%s is not for this app, and no reason for suspicion',
    async (where) => {
      const other = await buildAttributionFixture(server);
      const token = await other.device({ platform }).clickToken((await other.campaign()).slug);
      server.clock.advance(MINUTE_MS);
      const phone = fixture.device({ platform });
      const isLink = where.includes('link');
      const { json } = isLink
        ? await phone.init({}, { link: `kite://offer?tm_click=${token}` })
        : await phone.init({ install_referrer: `tm_click=${token}` });
      expect(json.data.attribution_source).toBe('ORGANIC');
      const decision = await fixture.decision(phone);
      expect(decision).toMatchObject({
        kind: 'install',
        match_type: 'organic',
        verdict: 'clean',
        reasons: [],
      });
      expect(decision.receipt.decision.candidates).toMatchObject([
        { outcome: 'rejected', because: 'it is not for this app', matchType: null, suspicions: [] },
      ]);
      expect(JSON.stringify(decision.receipt)).not.toContain(other.projectId);
    },
  );
});

describe('a click after the download began', () => {
  const BEGAN = after(MINUTE_MS);
  const begun = { install_begin_timestamp_server_seconds: seconds(BEGAN) };

  test('is rejected, and the one before wins', async () => {
    const late = await fixture.campaign();
    const phone = fixture.device();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.set(after(2 * MINUTE_MS));
    const token = await phone.clickToken(late.slug);
    server.clock.set(after(5 * MINUTE_MS));
    const { json } = await phone.init({ ...begun, install_referrer: `tm_click=${token}` });
    expect(json.data).toMatchObject({ campaign_data: { name: campaign.name }, match_type: 'device_id' });
    const decision = await fixture.decision(phone);
    expect(decision).toMatchObject({ verdict: 'clean', reasons: [], touched_at: START });
    expect(candidatesOf(decision)).toEqual([
      [(await fixture.clickIds(campaign))[0], 'device_id', 'won'],
      [(await fixture.clickIds(late))[0], 'click_id', 'rejected'],
    ]);
  });

  test('alone is not credited, and the decision says why', async () => {
    const phone = fixture.device();
    server.clock.set(after(2 * MINUTE_MS));
    const token = await phone.clickToken(campaign.slug);
    server.clock.set(after(5 * MINUTE_MS));
    await phone.init({ ...begun, install_referrer: `tm_click=${token}` });
    expect(await fixture.decision(phone)).toMatchObject({
      match_type: 'organic',
      verdict: 'no_credit',
      reasons: ['engagement_injection'],
    });
  });
});

/** Seconds from the click to the download or the open, and what is thought of it. */
const CTIT: [number, string, string, string[]][] = [
  [0, 'organic', 'no_credit', ['engagement_injection']],
  [2, 'organic', 'no_credit', ['engagement_injection']],
  [3, 'click', 'tag', ['engagement_injection']],
  [9, 'click', 'tag', ['engagement_injection']],
  [10, 'click', 'clean', []],
];

describe.each(CTIT)('%d seconds after the click', (distance, credited, verdict, reasons) => {
  const expected = (match: string) => ({
    match_type: credited === 'click' ? match : 'organic',
    verdict,
    reasons,
  });

  test('the download begins', async () => {
    const phone = fixture.device();
    const token = await phone.clickToken(campaign.slug);
    const begun = { install_begin_timestamp_server_seconds: seconds(after(distance * SECOND_MS)) };
    server.clock.set(after(HOUR_MS));
    await phone.init({ ...begun, install_referrer: `tm_click=${token}` });
    expect(await fixture.decision(phone)).toMatchObject(expected('click_id'));
  });

  test.each(['ANDROID', 'IOS'] as const)('%s: the app opens for the first time', async (platform) => {
    const phone = fixture.device({ platform });
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.set(after(distance * SECOND_MS));
    await phone.init();
    expect(await fixture.decision(phone)).toMatchObject(expected('device_id'));
  });

  test('the click itself opens the app: that is how links work', async () => {
    const phone = fixture.device({ platform: 'IOS' });
    const token = await phone.clickToken(campaign.slug);
    server.clock.set(after(distance * SECOND_MS));
    await phone.init({}, { link: `kite://offer?tm_click=${token}` });
    expect(await fixture.decision(phone)).toMatchObject({ match_type: 'deep_link', verdict: 'clean' });
  });

  test('of a view, nothing is thought', async () => {
    const phone = fixture.device();
    await phone.view(campaign.slug, phone.idQuery);
    server.clock.set(after(distance * SECOND_MS));
    await phone.init();
    expect(await fixture.decision(phone)).toMatchObject({ match_type: 'view', verdict: 'clean' });
  });
});

describe('too many clicks of one source in an hour', () => {
  const many = { verdict: 'no_postback', reasons: ['too_many_engagements'] };

  test.each([
    [20, { verdict: 'clean', reasons: [] }],
    [21, many],
  ])('of one device: %d', async (count, expected) => {
    const phone = fixture.device();
    for (let n = 0; n < count; n += 1) await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    expect(await fixture.decision(phone)).toMatchObject({ match_type: 'device_id', ...expected });
  });

  test.each([
    [20, { verdict: 'clean', reasons: [] }],
    [21, many],
  ])('of one device, sent by a server that names no address: %d', async (count, expected) => {
    const phone = fixture.device();
    for (let n = 0; n < count; n += 1) await phone.click(campaign.slug, `${phone.idQuery}&s2s=1`);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    expect(await fixture.decision(phone)).toMatchObject({ match_type: 'device_id', ...expected });
  });

  test.each([
    [100, { verdict: 'clean', reasons: [] }],
    [101, many],
  ])('of one address: %d', async (count, expected) => {
    const phone = fixture.device();
    for (let n = 1; n < count; n += 1) {
      await fixture.device({ ip: phone.ip }).click(campaign.slug, `?gaid=${randomUUID()}`);
    }
    server.clock.advance(SECOND_MS);
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    expect(await fixture.decision(phone)).toMatchObject({ match_type: 'device_id', ...expected });
  });

  test('are not too many in two hours, nor of two sources', async () => {
    const other = await fixture.campaign();
    const phone = fixture.device();
    for (let n = 0; n < 20; n += 1) await phone.click(campaign.slug, phone.idQuery);
    for (let n = 0; n < 20; n += 1) await phone.click(other.slug, phone.idQuery);
    server.clock.advance(HOUR_MS);
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    expect(await fixture.decision(phone)).toMatchObject({ campaign_id: campaign.id, verdict: 'clean' });
  });
});

describe('ids', () => {
  const ZEROS = '00000000-0000-0000-0000-000000000000';

  test.each([
    ['ANDROID', 'gaid', ZEROS],
    ['IOS', 'idfa', ZEROS],
    ['ANDROID', 'gaid', '0'],
    ['ANDROID', 'gaid', '<null>'],
    ['ANDROID', 'gaid', ''],
    ['IOS', 'idfa', '(null)'],
  ] as const)('%s: a click and an open with the %s %j are strangers', async (platform, name, id) => {
    await fixture.device({ platform }).click(campaign.slug, `?${name}=${encodeURIComponent(id)}`);
    server.clock.advance(MINUTE_MS);
    const phone = fixture.device({ platform, vendorId: ZEROS });
    expect((await phone.init({ [name]: id })).json.data.attribution_source).toBe('ORGANIC');
    expect(await fixture.decision(phone)).toMatchObject({ verdict: 'clean', kind: 'install' });
    expect(candidatesOf(await fixture.decision(phone))).toEqual([]);
    const again = fixture.device({ platform, vendorId: ZEROS });
    await again.init({ [name]: id });
    expect((await fixture.decision(again)).kind).toBe('install');
  });

  test.each(['not-an-id', '{gaid}', '38400000-8cf0-11bd-b23e-10b96e40000'])(
    'like %j match nothing, and who sends them is marked',
    async (gaid) => {
      await fixture.device().click(campaign.slug, `?gaid=${encodeURIComponent(gaid)}`);
      const phone = fixture.device();
      const token = await phone.clickToken(campaign.slug);
      server.clock.advance(MINUTE_MS);
      await phone.init({ gaid, install_referrer: `tm_click=${token}` });
      const decision = await fixture.decision(phone);
      expect(decision).toMatchObject({
        match_type: 'click_id',
        verdict: 'no_postback',
        reasons: ['malformed_advertising_id'],
      });
      expect(decision.receipt.touches).toHaveLength(1);
    },
  );
});

test('every receipt is decided the same without the touches', async () => {
  const { receipts, different } = await recomputeWithoutTouches(server);
  expect(receipts).toBeGreaterThan(40);
  expect(different).toEqual([]);
});
