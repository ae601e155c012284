import { createHash, createHmac } from 'node:crypto';
import {
  getSdkCheck,
  listTestLinks,
  type SimulatedPlatform,
  simulateOpen,
} from '@trailmark/contract/sdk-check';
import { createSdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { buildMember, buildProject, type TestPerson } from '../../testing/build.ts';
import { allowHost, type TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { checkSdk } from './check-sdk.ts';

const ZEROS = '00000000-0000-0000-0000-000000000000';

let server: TestServer;
let fixture: AttributionFixture;
let owner: TestPerson;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  fixture = await buildAttributionFixture(server);
  ({ owner, projectId } = fixture);
});

const check = (by = owner) => by.call(getSdkCheck, { query: { project_id: projectId } });

/** What was seen, by whom. */
async function seen(): Promise<Record<string, string | null>> {
  const { capabilities } = await check();
  return Object.fromEntries(
    capabilities.flatMap(({ capability, seen_at, install_id }) =>
      seen_at === null ? [] : [[capability, install_id]],
    ),
  );
}

const warnings = async () => (await check()).warnings;
const warned = async () => (await warnings()).map(({ kind }) => kind);

async function signedEvent(phone: TestDevice, key: { id: string; secret: string }): Promise<number> {
  const { token } = fixture;
  const body = JSON.stringify({
    token,
    install_instance_id: phone.installId,
    event_name: 'signed',
    platform: 'ANDROID',
  });
  const timestamp = String(server.clock.now().getTime());
  const text = `${timestamp}\n${createHash('sha256').update(body).digest('base64')}`;
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  const headers = {
    'content-type': 'application/json',
    authorization: 'HMAC',
    'x-key-id': key.id,
    'x-timestamp': timestamp,
    'x-signature': signature,
  };
  const response = await fetch(`${server.url}/api/client/capture-event`, { method: 'POST', headers, body });
  return response.status;
}

describe('the check of an integration', () => {
  test('begins empty, and shows each capability with the install that showed it', async () => {
    expect(await seen()).toEqual({});
    const phone = fixture.device();
    await phone.init();
    expect(await seen()).toEqual({ init: phone.installId });
    await phone.call('customer-user-id', { user_id: 'u1' });
    await phone.event('add_to_cart');
    await phone.call('capture-payment', { amount: 499, payment_id: 'p1', user_id: 'u1' });
    const all = { init: phone.installId, identify: phone.installId, event: phone.installId };
    expect(await seen()).toEqual({ ...all, payment: phone.installId });

    server.clock.advance(MINUTE_MS);
    const other = fixture.device();
    const consent = { is_eea: '1', ad_user_data: '1', ad_personalization: '0' };
    await other.init({ install_referrer: 'utm_source=google-play', consent });
    const further = { init: other.installId, referrer: other.installId, consent: other.installId };
    expect(await seen()).toEqual({ ...all, payment: phone.installId, ...further });

    await other.deeplink('https://kite.example/offers');
    const { secret_key: secret, credential } = await owner.call(createSdkCredential, {
      body: { project_id: projectId, platform: 'ANDROID' },
    });
    // Until the key is known, which no answer says as long as signatures are not required.
    await until(async () => {
      expect(await signedEvent(phone, { id: credential.key_id, secret })).toBe(200);
      return (await seen()).signature !== undefined;
    });
    expect(await seen()).toMatchObject({ deep_link: other.installId, signature: phone.installId });
    const { capabilities } = await check();
    expect(capabilities.map(({ platform }) => platform)).toEqual(Array(8).fill('android'));
    expect(await warnings()).toEqual([]);

    // By then the owner would have to sign in again.
    server.clock.advance(31 * DAY_MS);
    const afterwards = await checkSdk(server.kit, projectId);
    expect(afterwards.capabilities.every(({ seen_at }) => seen_at === null)).toBe(true);
  });

  test('still shows an event after more page views than it reads', async () => {
    const phone = fixture.device();
    await phone.init();
    const consent = { ad_user_data: 'granted' };
    await phone.event('add_to_cart', { user_id: 'u1', consent });
    server.clock.advance(MINUTE_MS);
    const items = Array.from({ length: 350 }, (_, n) => ({
      call: 'page-view',
      body: {
        install_instance_id: `i${n}`,
        session_id: 's',
        page_url: 'https://kite.example/',
        event_id: `p${n}`,
      },
    }));
    for (let batch = 0; batch < 3; batch += 1) {
      for (const { body } of items) body.event_id = `${batch} ${body.install_instance_id}`;
      expect((await phone.call('batch', { items })).json.data.accepted).toBe(350);
    }
    const { installId } = phone;
    await until(async () => (await seen()).event === installId);
    expect(await seen()).toMatchObject({ identify: installId, event: installId, consent: installId });
  });

  test('is of the project alone, and not for guests', async () => {
    await fixture.device().init();
    const stranger = await buildProject(server);
    await expect(check(stranger.owner)).rejects.toMatchObject({ code: 'not_found' });
    const { capabilities } = await stranger.owner.call(getSdkCheck, {
      query: { project_id: stranger.projectId },
    });
    expect(capabilities.every(({ seen_at }) => seen_at === null)).toBe(true);
    const viewer = await buildMember(server, projectId, 'viewer');
    expect((await check(viewer)).capabilities).toHaveLength(8);
    const guest = await buildMember(server, projectId, 'guest');
    await expect(check(guest)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('warns of what an audit would raise, for 7 days', async () => {
    const phones = Array.from({ length: 5 }, () => fixture.device());
    for (const phone of phones) await phone.init({ gaid: ZEROS, idfa: undefined });
    expect((await warned()).sort()).toEqual(['no_user_id', 'zero_advertising_ids']);
    const [phone] = phones as [TestDevice];
    await phone.call('capture-payment', { amount: 499, currency: 'INR', payment_id: 'p1', user_id: 'u1' });
    server.clock.advance(3000);
    await phone.call('capture-payment', {
      amount: '499.00',
      currency: 'INR',
      payment_id: 'p2',
      user_id: 'u1',
    });
    // The same payment again is not counted twice, and nothing to warn of.
    await phone.call('capture-payment', { amount: 499, currency: 'INR', payment_id: 'p2', user_id: 'u1' });
    const early = fixture.device();
    await early.event('before init');
    const found = Object.fromEntries((await warnings()).map((one) => [one.kind, one]));
    expect(found.duplicate_payments).toMatchObject({
      count: 1,
      of: 2,
      install_id: phone.installId,
      example: '499 INR: p1, p2',
    });
    expect(found.events_without_init).toMatchObject({ count: 1, install_id: early.installId });
    expect(found.no_user_id).toBeUndefined();
    server.clock.advance(8 * DAY_MS);
    expect(await warned()).toEqual([]);
  });

  test('warns of a first open right after the click, which is only tested so', async () => {
    const campaign = await fixture.campaign();
    const phone = fixture.device();
    const token = await phone.clickToken(campaign.slug);
    server.clock.advance(400);
    await phone.init({ install_referrer: `tm_click=${token}` });
    const patient = fixture.device();
    const later = await patient.clickToken(campaign.slug);
    server.clock.advance(12_000);
    await patient.init({ install_referrer: `tm_click=${later}` });
    // A link that opened the app itself is tapped at that moment.
    const opened = fixture.device();
    await opened.init({}, { link: `${server.url}/l/${campaign.slug}` });
    // And a page is there at once.
    const site = 'https://kite.example';
    await allowHost(owner, projectId, new URL(site).host);
    const visitor = fixture.device({ origin: site });
    const click = await visitor.clickToken(campaign.slug);
    const visit = { platform: 'WEB', link: `${site}/?tm_click=${click}` };
    await until(async () => (await visitor.init({}, visit)).status === 200);
    expect(await fixture.decision(visitor)).toMatchObject({ match_type: 'click_id' });
    expect(await warnings()).toMatchObject([
      { kind: 'click_before_open', count: 1, install_id: phone.installId, example: '0.4 s' },
    ]);
  });

  test('warns of clocks, and of unsigned requests while signing is required', async () => {
    const phone = fixture.device();
    await phone.init({}, { sent_at: later(server.clock.now(), 2 * 60 * MINUTE_MS).toISOString() });
    await until(async () => (await warned()).includes('clock_skew'));
    expect(await warnings()).toMatchObject([{ install_id: phone.installId, example: '7200', count: 1 }]);
    await owner.call(createSdkCredential, { body: { project_id: projectId, platform: 'IOS' } });
    const setSigning = (signing: 'optional' | 'required') =>
      owner.call(updateSdkCredential, { body: { project_id: projectId, signing } });
    await setSigning('required');
    await until(async () => (await phone.event('unsigned')).status === 401);
    await until(async () => (await warned()).includes('unsigned_requests'));
    expect((await warnings())[0]).toMatchObject({ kind: 'unsigned_requests', install_id: phone.installId });
    await setSigning('optional');
    expect(await warned()).toEqual(['clock_skew']);
  });
});

const simulated = (link_id: string, platform: SimulatedPlatform = 'ANDROID') =>
  owner.call(simulateOpen, { body: { project_id: projectId, link_id, platform } });

/** Every row of the project, by table. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ table_name: string }>`
    select distinct table_name::text from information_schema.columns
    where table_schema = 'public' and column_name = 'project_id'`.execute(server.db);
  const counts: Record<string, number> = {};
  for (const { table_name } of rows) {
    const { rows: found } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table_name)} where project_id = ${projectId}`.execute(server.db);
    counts[table_name] = Number(found[0]?.count);
  }
  return counts;
}

describe('a simulated open', () => {
  test('is attributed to the click on the link, with its receipt, and leaves no row', async () => {
    const campaign = await fixture.campaign();
    await expect(simulated(campaign.linkId)).rejects.toMatchObject({ code: 'conflict' });
    await fixture.device().click(campaign.slug);
    const clickedAt = server.clock.now();
    const [link] = await owner.call(listTestLinks, { query: { project_id: projectId } });
    expect(link).toMatchObject({
      link_id: campaign.linkId,
      campaign_name: campaign.name,
      clicked_at: clickedAt.toISOString(),
    });
    server.clock.advance(200);
    const before = await rowCounts();
    for (const platform of ['ANDROID', 'IOS', 'WEB'] as const) {
      const { request, answer, decision, clicked_at } = await simulated(campaign.linkId, platform);
      expect(clicked_at).toBe(clickedAt.toISOString());
      expect(answer.campaign_data).toMatchObject({ name: campaign.name, type: 'INORGANIC' });
      expect(decision).toMatchObject({ kind: 'install', campaign_id: campaign.id, verdict: 'clean' });
      expect(decision.match_type).toBe(platform === 'IOS' ? 'deep_link' : 'click_id');
      expect(decision.touches).toMatchObject([{ outcome: 'won', campaign_name: campaign.name }]);
      expect(request).toMatchObject({ platform, package_version: 'simulated' });
      expect(request).not.toHaveProperty('token');
    }
    expect(await rowCounts()).toEqual(before);
    expect((await check()).capabilities.every(({ seen_at }) => seen_at === null)).toBe(true);
  });

  test('can be sent for real: the same request gets the same attribution', async () => {
    const campaign = await fixture.campaign();
    await fixture.device().click(campaign.slug);
    server.clock.advance(20_000);
    const { request, answer } = await simulated(campaign.linkId);
    const phone = fixture.device();
    const real = await phone.call('init', request);
    expect(real.json.data).toMatchObject({
      match_type: answer.match_type,
      attribution_source: answer.attribution_source,
    });
    expect(real.json.data.campaign_data.id).toBe(answer.campaign_data?.id);
  });

  test('needs a fresh click on a link of the project', async () => {
    const campaign = await fixture.campaign();
    await fixture.device().click(campaign.slug);
    server.clock.advance(31 * MINUTE_MS);
    await expect(simulated(campaign.linkId)).rejects.toMatchObject({ code: 'conflict' });
    const stranger = await buildAttributionFixture(server);
    const foreign = await stranger.campaign();
    await stranger.device().click(foreign.slug);
    await expect(simulated(foreign.linkId)).rejects.toMatchObject({ code: 'not_found' });
    const links = await owner.call(listTestLinks, { query: { project_id: projectId } });
    expect(links.map(({ link_id, clicked_at }) => [link_id, clicked_at])).toEqual([[campaign.linkId, null]]);
  });
});
