import {
  connectTiktok,
  deleteTiktokPixel,
  getTiktokAuth,
  getTiktokPixel,
  getTiktokSettings,
  importTiktokPixels,
  listTiktokPixels,
  updateTiktokPixel,
} from '@trailmark/contract/tiktok';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { TIKTOK_APP, TIKTOK_APPS } from '@trailmark/sandbox/tiktok/tiktok.data';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { buildMember, buildProject } from '../../../testing/build.ts';
import { allowTiktok, connectTiktokPixels, enterTiktokApp } from '../../../testing/connect-tiktok.ts';
import { openedTokens, startNetworkServer, storedText } from '../../../testing/network-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let network: Awaited<ReturnType<typeof startNetworkServer<Sandbox>>>;
let sandbox: Sandbox;
let server: TestServer;
let own: Awaited<ReturnType<typeof buildProject>>;
beforeAll(async () => {
  network = await startNetworkServer(startSandbox);
  ({ sandbox, server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  network.forget();
  own = await buildProject(server);
});

const PIXEL_TOKEN = 'ab12'.repeat(10);
const [INDIA, US] = [
  '7011223344556677881/CKITEIN0000000000A01',
  '7011223344556677882/CKITEUS0000000000A02',
] as const;
const enterApp = (over: object = {}) => enterTiktokApp(own, TIKTOK_APP, over);
const query = () => ({ query: { project_id: own.projectId } });
const setFaults = (faults: object[]) => sandbox.receivers.get('tiktok').setFaults(faults);

/** What TikTok sends back with a person who allows it. */
async function allow() {
  const back = await allowTiktok(own);
  expect(`${back.origin}${back.pathname}`).toBe(`${server.kit.publicUrl}/integrations/tiktok/callback`);
  return { auth_code: back.searchParams.get('auth_code') ?? '', state: back.searchParams.get('state') ?? '' };
}

const connect = (body: { auth_code?: string; code?: string; state: string }) =>
  own.owner.call(connectTiktok, { body: { project_id: own.projectId, ...body } });
const importAll = () => own.owner.call(importTiktokPixels, { body: { project_id: own.projectId } });

const connectAll = () => connectTiktokPixels(own, TIKTOK_APP);

const paramsOf = (pixel: { ad_network_id: string } | undefined) => ({
  params: { account_id: pixel?.ad_network_id ?? '' },
});
const idsOf = (pixels: { ad_network_id: string }[]) => pixels.map((pixel) => pixel.ad_network_id);

describe('the app at TikTok', () => {
  test('is entered, and its secret is not shown', async () => {
    expect(await own.owner.call(getTiktokSettings, query())).toMatchObject({
      app_id: null,
      app_secret_hint: null,
    });
    expect(await enterApp()).toEqual({
      app_id: TIKTOK_APP.id,
      app_secret_hint: TIKTOK_APP.secret.slice(0, 4),
      redirect_uri: `${server.kit.publicUrl}/integrations/tiktok/callback`,
    });
  });

  test('keeps its secret when only that is left out, but not for another app', async () => {
    await enterApp();
    expect(await enterApp({ app_secret: undefined })).toMatchObject({ app_id: TIKTOK_APP.id });
    await expect(enterApp({ app_id: '99999999', app_secret: undefined })).rejects.toMatchObject({
      status: 400,
      fields: { app_secret: 'is required' },
    });
  });

  test('has to be there before anybody connects', async () => {
    await expect(own.owner.call(getTiktokAuth, query())).rejects.toMatchObject({ status: 409 });
    await expect(importAll()).rejects.toMatchObject({ status: 409 });
    await enterApp();
    await expect(importAll()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Connect to TikTok'),
    });
  });
});

describe('connecting', () => {
  test('gives a login that holds until it is revoked, and the pixels that it reaches', async () => {
    await enterApp();
    const { login } = await connect(await allow());
    expect(login).toMatchObject({
      name: 'Kite India, Kite US',
      state: 'active',
      scopes: ['1', '4', '15'],
      expires_at: null,
    });
    const { pixels, left_out } = await importAll();
    const ofTiktok = { kind: 'TIKTOK', status: 'active', login_id: login.login_id };
    expect(pixels).toMatchObject([
      { ...ofTiktok, external_account_id: INDIA, currency: 'INR', time_zone: 'Asia/Kolkata' },
      { ...ofTiktok, external_account_id: US, currency: 'USD', time_zone: 'America/New_York' },
    ]);
    expect(pixels.map(({ name }) => name)).toEqual(['Kite India web', 'Kite US web']);
    expect(left_out).toEqual([
      {
        advertiser_id: '7011223344556677882',
        pixel_code: 'CKITEUS0000000000A03',
        name: 'Old US web',
        reason: expect.stringContaining('not bound'),
      },
    ]);
    expect(await own.owner.call(listTiktokPixels, query())).toEqual({ pixels, logins: [login] });
  });

  test('twice, and by the other name of the code, changes nothing but the tokens', async () => {
    const before = await connectAll();
    const { auth_code, state } = await allow();
    await connect({ code: auth_code, state });
    const { pixels, logins } = await importAll();
    expect(logins).toHaveLength(1);
    expect(idsOf(pixels)).toEqual(idsOf(before));
    // Nothing is sent to a pixel that nobody has set up.
    const connections = server.db.selectFrom('connections').where('project_id', '=', own.projectId);
    expect(await connections.select('name').execute()).toEqual([]);
  });

  test('with more advertisers than before is the same login', async () => {
    await connectAll();
    const sealed = server.kit.secrets.seal('networks', { advertiser_ids: ['7011223344556677882'] });
    const earlier = { external_id: 'earlier', sealed_tokens: sealed };
    await server.db
      .updateTable('network_logins')
      .set(earlier)
      .where('project_id', '=', own.projectId)
      .execute();
    await connect(await allow());
    expect((await importAll()).logins).toHaveLength(1);
  });

  test.each<[string, { auth_code?: string; code?: string; state?: string }, string]>([
    ['another code', { auth_code: 'not-a-code' }, 'auth_code'],
    ['another code by its other name', { auth_code: undefined, code: 'not-a-code' } as object, 'code'],
    ['no code', { auth_code: undefined } as object, 'auth_code'],
    ['another state', { state: 'not-a-state-of-ours' }, 'state'],
  ])('with %s is refused', async (_which, change, field) => {
    await enterApp();
    await expect(connect({ ...(await allow()), ...change })).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  });

  test('with a code that was used is refused', async () => {
    await enterApp();
    const given = await allow();
    await connect(given);
    const { state } = await allow();
    await expect(connect({ ...given, state })).rejects.toMatchObject({
      status: 400,
      fields: { auth_code: expect.stringContaining('40001') },
    });
  });

  test('with the state of someone else, or of an hour ago, is refused', async () => {
    await enterApp();
    const given = await allow();
    const admin = await buildMember(server, own.projectId, 'admin');
    const refused = { status: 400, fields: { state: expect.any(String) } };
    const body = { project_id: own.projectId, ...given };
    await expect(admin.call(connectTiktok, { body })).rejects.toMatchObject(refused);
    server.clock.advance(60 * MINUTE_MS);
    await expect(connect(given)).rejects.toMatchObject(refused);
  });
});

test.each<[string, object]>([
  ['a token', { bad_credentials: true }],
  ['a permission', { answer: 200, reason: '40001', only: 'pixels' }],
])('%s that TikTok does not accept any more asks for someone', async (_which, fault) => {
  await connectAll();
  setFaults([fault]);
  const { pixels, logins } = await importAll();
  expect(pixels).toHaveLength(2);
  expect(logins).toMatchObject([{ state: 'attention', reason: expect.stringContaining('Connect again') }]);
  setFaults([]);
  await connect(await allow());
  expect((await importAll()).logins).toMatchObject([{ state: 'active', reason: null }]);
});

test('an advertiser that may not be read is left out alone', async () => {
  await enterApp();
  await connect(await allow());
  setFaults([{ answer: 200, reason: '40001', only: 'pixels', count: 1 }]);
  const { pixels, logins, left_out } = await importAll();
  expect(pixels).toMatchObject([{ external_account_id: US }]);
  expect(logins).toMatchObject([{ state: 'active' }]);
  expect(left_out[0]).toMatchObject({ name: 'Kite India', pixel_code: null });
});

test('a pixel that was unbound since is disabled', async () => {
  await connectAll();
  await server.db
    .updateTable('network_accounts')
    .set({ external_id: '7011223344556677882/CKITEUS0000000000A03' })
    .where('project_id', '=', own.projectId)
    .where('external_id', '=', US)
    .execute();
  const { pixels } = await importAll();
  expect(pixels.map(({ name, status }) => [name, status])).toEqual([
    ['Kite India web', 'active'],
    ['Kite US web', 'active'],
    ['Old US web', 'disabled'],
  ]);
});

test('an outage and a limit are said as such', async () => {
  await enterApp();
  const given = await allow();
  for (const fault of [{ outage: true }, { throttle: true }]) {
    setFaults([]);
    const { state } = await allow();
    setFaults([fault]);
    await expect(connect({ ...given, state })).rejects.toMatchObject({ status: 503 });
  }
});

describe('a pixel', () => {
  const save = (pixel: { ad_network_id: string } | undefined, body: object) =>
    own.owner.call(updateTiktokPixel, { ...paramsOf(pixel), ...query(), body });

  test('has apps, a test code and a token, which is not shown', async () => {
    const [india] = await connectAll();
    const empty = {
      account_id: india?.ad_network_id,
      advertiser_id: '7011223344556677881',
      name: 'Kite India web',
      pixel_code: 'CKITEIN0000000000A01',
      app_ids: { android: null, ios: null },
      test_event_code: null,
      access_token_hint: null,
    };
    expect(await own.owner.call(getTiktokPixel, { ...paramsOf(india), ...query() })).toEqual(empty);
    const appIds = { android: TIKTOK_APPS[0]?.app_id, ios: TIKTOK_APPS[1]?.app_id };
    const full = { ...empty, app_ids: appIds, test_event_code: 'TEST1', access_token_hint: 'ab12ab' };
    const given = { app_ids: appIds, test_event_code: 'TEST1', access_token: PIXEL_TOKEN };
    expect(await save(india, given)).toEqual(full);
    // Left out, everything stays, also when pixels are imported again.
    expect(await save(india, {})).toEqual(full);
    await importAll();
    expect(await own.owner.call(getTiktokPixel, { ...paramsOf(india), ...query() })).toEqual(full);
    expect(await save(india, { app_ids: { ios: null }, test_event_code: null })).toEqual({
      ...full,
      app_ids: { ...appIds, ios: null },
      test_event_code: null,
    });
    expect(await save(india, { access_token: null })).toMatchObject({ access_token_hint: null });
  });

  test.each<[string, object, string]>([
    ['an app id of a store', { app_ids: { android: 'com.kite.shop' } }, 'app_ids.android'],
    ['a token with a line break', { access_token: 'ab12ab12\r\nx: y' }, 'access_token'],
    ['another test code', { test_event_code: 'a b' }, 'test_event_code'],
  ])('refuses %s', async (_which, body, field) => {
    const [india] = await connectAll();
    await expect(save(india, body)).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  });

  test('is sent to by the login and under the name that it was imported with last', async () => {
    const [india] = await connectAll();
    await save(india, { test_event_code: 'TEST1' });
    const connections = () =>
      server.db.selectFrom('connections').where('connection_id', '=', india?.ad_network_id ?? '');
    const sealed_credentials = server.kit.secrets.seal('destinations', {
      access_token: 'of an earlier login',
    });
    await server.db
      .updateTable('connections')
      .set({ name: 'Earlier name', sealed_credentials })
      .where('connection_id', '=', india?.ad_network_id ?? '')
      .execute();
    await importAll();
    const row = await connections().select(['name', 'sealed_credentials']).executeTakeFirstOrThrow();
    const { access_token } = await openedTokens(server, own.projectId);
    expect(server.kit.secrets.open('destinations', row.sealed_credentials)).toEqual({ access_token });
    expect(row.name).toBe('Kite India web');
  });

  test('is disconnected, and with the last one the tokens are deleted', async () => {
    const [india, us] = await connectAll();
    const remove = (pixel: typeof india) =>
      own.owner.call(deleteTiktokPixel, { ...paramsOf(pixel), ...query() });
    expect(await remove(india)).toMatchObject({ pixels: [{}], logins: [{}] });
    expect(await remove(us)).toEqual({ pixels: [], logins: [] });
    await expect(remove(us)).rejects.toMatchObject({ status: 404 });
  });
});

test('other projects and other roles have nothing of it', async () => {
  const [pixel] = await connectAll();
  const other = await buildProject(server);
  const theirs = { ...paramsOf(pixel), query: { project_id: other.projectId } };
  for (const route of [getTiktokPixel, deleteTiktokPixel]) {
    await expect(other.owner.call(route, theirs)).rejects.toMatchObject({ status: 404 });
  }
  await expect(other.owner.call(updateTiktokPixel, { ...theirs, body: {} })).rejects.toMatchObject({
    status: 404,
  });
  const viewer = await buildMember(server, own.projectId, 'viewer');
  expect((await viewer.call(listTiktokPixels, query())).pixels).toHaveLength(2);
  await expect(viewer.call(getTiktokAuth, query())).rejects.toMatchObject({ status: 403 });
  const guest = await buildMember(server, own.projectId, 'guest');
  await expect(guest.call(listTiktokPixels, query())).rejects.toMatchObject({ status: 403 });
});

test('no secret is stored as it is, answered or logged', async () => {
  const [pixel] = await connectAll();
  const key = { ...paramsOf(pixel), ...query() };
  const saved = await own.owner.call(updateTiktokPixel, { ...key, body: { access_token: PIXEL_TOKEN } });
  const opened = await openedTokens(server, own.projectId);
  const secrets = [TIKTOK_APP.secret, PIXEL_TOKEN, opened.access_token ?? ''];
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  const answers = [
    ...[saved, await own.owner.call(getTiktokPixel, key)],
    await own.owner.call(listTiktokPixels, query()),
    await own.owner.call(getTiktokSettings, query()),
  ];
  const text = [await storedText(server), ...network.lines, JSON.stringify(answers)].join('\n');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
