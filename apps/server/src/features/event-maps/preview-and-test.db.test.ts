import { randomUUID } from 'node:crypto';
import {
  createEventMap,
  listEventMapAccounts,
  type PreviewedEventMap,
  previewEventMap,
  testEventMap,
  updateEventMap,
} from '@trailmark/contract/event-maps';
import { updateMetaCapiConfig } from '@trailmark/contract/meta';
import { updateTiktokPixel } from '@trailmark/contract/tiktok';
import { META_APP, META_DATASETS, META_SYSTEM_TOKEN } from '@trailmark/sandbox/meta/meta.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { TIKTOK_APPS, TIKTOK_PIXELS } from '@trailmark/sandbox/tiktok/tiktok.data';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { buildMember, buildProject } from '../../testing/build.ts';
import { connectMetaAccounts } from '../../testing/connect-meta.ts';
import { buildDeliveryFixture, type DeliveryFixture } from '../../testing/delivery-fixture.ts';
import { startReceiver, type TestReceiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let sandbox: Sandbox;
let receiver: TestReceiver;
let server: TestServer;
let fixture: DeliveryFixture;
beforeAll(async () => {
  [sandbox, receiver] = [await startSandbox(), await startReceiver()];
  server = await startTestServer({ env: { TOOLS_URL: sandbox.toolsUrl } });
  sandbox.receivers.clock.follow(() => server.clock.now());
});
afterAll(async () => {
  await server.stop();
  await sandbox.stop();
  await receiver.stop();
});
beforeEach(async () => {
  for (const one of sandbox.receivers.list()) one.forget();
  fixture = await buildDeliveryFixture(server, receiver);
});

const TIKTOK_TOKEN = 'ab12'.repeat(10);
const params = () => ({ project_id: fixture.projectId });

async function plantPixel(): Promise<string> {
  const [id, now, known] = [randomUUID(), server.clock.now(), TIKTOK_PIXELS[0]];
  await server.db
    .insertInto('network_accounts')
    .values({
      project_id: fixture.projectId,
      ad_network_id: id,
      kind: 'TIKTOK',
      name: 'Kite India',
      external_id: `${known?.advertiserId}/${known?.pixel_code}`,
      status: 'active',
      settings: {},
      credential_hints: {},
      imported_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

async function connectMeta(test_event_code: string | null = null): Promise<string> {
  const [first] = await connectMetaAccounts(fixture, META_APP);
  const account = first?.ad_network_id ?? '';
  await fixture.owner.call(updateMetaCapiConfig, {
    params: { network_account_id: account },
    body: {
      project_id: fixture.projectId,
      dataset_id: META_DATASETS[0]?.id,
      test_event_code,
      capi_access_token: META_SYSTEM_TOKEN,
    },
  });
  return account;
}

async function connectTiktok(test_event_code: string | null = null): Promise<string> {
  const pixel = await plantPixel();
  const app_ids = { android: TIKTOK_APPS[0]?.app_id };
  await fixture.owner.call(updateTiktokPixel, {
    params: { account_id: pixel },
    query: params(),
    body: { access_token: TIKTOK_TOKEN, app_ids, test_event_code },
  });
  return pixel;
}

const NETWORKS = [
  {
    network: 'META',
    receiver: 'meta',
    connect: connectMeta,
    secret: META_SYSTEM_TOKEN,
    names: { install: 'MobileAppInstall', payment: 'Purchase', look: 'ViewContent' },
  },
  {
    network: 'TIKTOK',
    receiver: 'tiktok',
    connect: connectTiktok,
    secret: TIKTOK_TOKEN,
    names: { install: 'InstallApp', payment: 'Purchase', look: 'ViewContent' },
  },
] as const;

const preview = async (body: object) =>
  (await fixture.owner.call(previewEventMap, { params: params(), body: body as never })).events;
const addMap = (body: object) =>
  fixture.owner.call(createEventMap, { params: params(), body: body as never });
const sendTest = (id: string) => fixture.owner.call(testEventMap, { params: { ...params(), id } });

/** Somebody who clicks an ad of the network, installs the app, looks at something twice and pays. */
async function buy(network: 'META' | 'TIKTOK') {
  const campaign = await fixture.campaign({ network });
  const phone = fixture.device();
  await phone.click(campaign.slug, phone.idQuery);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  for (const _ of [1, 2]) {
    server.clock.advance(MINUTE_MS);
    await phone.event('look');
  }
  server.clock.advance(MINUTE_MS);
  await phone.call('capture-payment', {
    payment_id: `p-${phone.installId}`,
    user_id: 'asha',
    amount: 499,
    currency: 'INR',
    type: 'DEFAULT',
    status: 'PAYMENT_COMPLETED',
  });
  return phone;
}

const shown = (events: PreviewedEventMap[]) => events.map(({ name, would_send }) => [name, would_send]);

describe.each(NETWORKS)('$network', ({ network, receiver: kind, connect, secret, names }) => {
  const requests = () => sandbox.receivers.get(kind).received.requests();

  test('a preview is what is delivered afterwards', async () => {
    const ad_network_id = await connect();
    const maps = Object.entries(names).map(([event, network_event]) => ({
      ad_network_id,
      event,
      network_event,
      times: event === 'look' ? 'first' : 'every',
    }));
    for (const map of maps) await addMap(map);
    await buy(network);
    await fixture.planned(4);
    const previewed = (await Promise.all(maps.map((map) => preview({ ...map, events: 'of_map' })))).flat();
    expect(previewed).toHaveLength(4);
    expect(requests().filter(({ endpoint }) => endpoint.includes('event'))).toEqual([]);
    await fixture.send();
    const ledger = await fixture.deliveries();
    for (const { event_id, would_send, payload, reason } of previewed) {
      const delivery = ledger.find(({ delivery_id }) => delivery_id.startsWith(event_id));
      expect(delivery).toMatchObject({ state: would_send ? 'delivered' : 'skipped', reason });
      const { payload: sent } = await fixture.details(delivery?.delivery_id ?? '');
      expect(payload).toEqual(would_send ? sent : null);
    }
    expect(previewed.filter(({ would_send }) => would_send)).toHaveLength(3);
    expect(JSON.stringify(previewed)).not.toContain(secret);
  });

  test('a test is sent as one, under an id of its own, and is not in the ledger', async () => {
    const ad_network_id = await connect('TEST123');
    const map = await addMap({ ad_network_id, event: 'payment', network_event: 'Purchase' });
    await buy(network);
    await fixture.planned(1);
    const [real] = await preview({ ad_network_id, event: 'payment', network_event: 'Purchase', id: map.id });
    const result = await sendTest(map.id);
    expect(result).toMatchObject({
      accepted: true,
      status: 200,
      event: { name: '$payment', made_up: false },
    });
    const request = requests().find(({ body }) => body.includes('TEST123'));
    const body = JSON.parse(request?.body ?? '{}') as {
      test_event_code: string;
      data: { event_id: string }[];
    };
    expect(body.test_event_code).toBe('TEST123');
    expect(body.data).toHaveLength(1);
    expect(JSON.stringify(real?.payload)).not.toContain(body.data[0]?.event_id);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result.request.body).toContain('TEST123');
    expect((await fixture.deliveries()).map(({ state }) => state)).toEqual(['waiting']);
  });

  test('without an event that the map takes one is made up, and said so', async () => {
    const ad_network_id = await connect('TEST123');
    const look = { ad_network_id, event: 'look', network_event: 'ViewContent', installs: 'organic' };
    const { id } = await addMap(look);
    await buy(network);
    expect(await sendTest(id)).toMatchObject({ accepted: true, event: { name: 'look', made_up: true } });
  });

  test('a test needs the code that marks it', async () => {
    const { id } = await addMap({ ad_network_id: await connect(), event: 'look', network_event: 'Search' });
    await expect(sendTest(id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('test event code'),
    });
    expect(requests().filter(({ body }) => body.includes('Search'))).toEqual([]);
  });

  test('a network that refuses says why', async () => {
    const ad_network_id = await connect('TEST123');
    const { id } = await addMap({ ad_network_id, event: 'look', network_event: 'Search' });
    sandbox.receivers.get(kind).setFaults([{ bad_credentials: true }]);
    const refused = await sendTest(id);
    expect(refused).toMatchObject({
      accepted: false,
      verdict: expect.stringMatching(/did not accept.*\d{3}/),
    });
    sandbox.receivers.get(kind).setFaults([{ outage: true }]);
    expect(await sendTest(id)).toMatchObject({ accepted: false });
  });
});

test('a preview says why an event would not be sent', async () => {
  const ad_network_id = await connectMeta();
  await buy('TIKTOK');
  await fixture.device().init();
  const look = { ad_network_id, event: 'look', network_event: 'ViewContent' };
  const attributed = await preview(look);
  expect(attributed.map(({ name, reason }) => [name, reason?.split(',')[0]]).sort()).toEqual([
    ['$install', 'The event map is for other events.'],
    ['$install', 'The event map is for other events.'],
    ['$payment', 'The event map is for other events.'],
    ['look', 'The install is not credited to this network'],
    ['look', 'The install is not credited to this network'],
  ]);
  const of_map = { ...look, events: 'of_map', installs: 'all' };
  expect(shown(await preview(of_map))).toEqual([
    ['look', true],
    ['look', true],
  ]);
  const first = await preview({ ...of_map, times: 'first' });
  expect(first.map(({ reason }) => reason)).toEqual([
    'The event map sends only the first of each install.',
    null,
  ]);
  const agreed = await preview({ ...of_map, consent: 'granted' });
  expect(agreed.map(({ reason }) => reason)).toEqual(
    Array(2).fill('The person has not agreed to the use of their data for ads.'),
  );
  const organic = await preview({ ...of_map, event: 'install', installs: 'organic' });
  expect(organic.map(({ would_send }) => would_send).sort()).toEqual([false, true]);
});

test('a map for a name takes its events from one for their kind', async () => {
  const ad_network_id = await connectMeta();
  await addMap({ ad_network_id, event: 'look', network_event: 'ViewContent', installs: 'all' });
  await buy('META');
  const kind = { ad_network_id, event: 'event', network_event: 'Contact', installs: 'all' };
  expect(await preview({ ...kind, events: 'of_map' })).toMatchObject(
    Array(2).fill({ would_send: false, reason: expect.stringContaining('The event map for look sends it') }),
  );
});

test('an account that is not set up says so', async () => {
  const ad_network_id = await plantPixel();
  const map = { ad_network_id, event: 'look', network_event: 'Search' };
  await expect(preview(map)).rejects.toMatchObject({ status: 409 });
  await expect(sendTest((await addMap(map)).id)).rejects.toMatchObject({ status: 409 });
  const accounts = async () =>
    (await fixture.owner.call(listEventMapAccounts, { params: params() })).accounts;
  expect(await accounts()).toMatchObject([
    { ad_network_id, kind: 'TIKTOK', name: 'Kite India', problem: expect.stringContaining('not set up') },
  ]);
  await connectMeta();
  expect((await accounts()).map(({ kind, problem }) => [kind, problem === null])).toContainEqual([
    'META',
    true,
  ]);
});

test.each<[string, object, string]>([
  ['an unknown value', { value: { from: 'moon' } }, 'value.from'],
  ['a name that Meta does not take', { network_event: 'Käufe' }, 'network_event'],
  ['a name that is too long for Meta', { network_event: 'a'.repeat(41) }, 'network_event'],
  ['a known name with other letters', { network_event: 'purchase' }, 'network_event'],
  ['no event', { event: '' }, 'event'],
  ['other events', { events: 'some' }, 'events'],
])('%s is refused, by its field', async (_which, over, field) => {
  const body = { ad_network_id: await connectMeta(), event: 'look', network_event: 'Search', ...over };
  const refused = { status: 400, fields: { [field]: expect.any(String) } };
  await expect(preview(body)).rejects.toMatchObject(refused);
  if (field === 'events') return;
  await expect(addMap(body)).rejects.toMatchObject(refused);
  const { id } = await addMap({ ...body, event: 'look', network_event: 'Search', value: { from: 'none' } });
  const change = { params: { ...params(), id }, body: over as never };
  await expect(fixture.owner.call(updateEventMap, change)).rejects.toMatchObject(refused);
});

test('other projects and other roles have nothing of it', async () => {
  const ad_network_id = await connectMeta('TEST123');
  const body = { ad_network_id, event: 'look', network_event: 'Search' };
  const { id } = await addMap(body);
  const other = await buildProject(server);
  const elsewhere = { project_id: other.projectId };
  await expect(other.owner.call(previewEventMap, { params: elsewhere, body })).rejects.toMatchObject({
    status: 404,
  });
  await expect(other.owner.call(testEventMap, { params: { ...elsewhere, id } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(other.owner.call(previewEventMap, { params: params(), body })).rejects.toMatchObject({
    status: 404,
  });
  const viewer = await buildMember(server, fixture.projectId, 'viewer');
  await expect(viewer.call(previewEventMap, { params: params(), body })).rejects.toMatchObject({
    status: 403,
  });
  await expect(viewer.call(testEventMap, { params: { ...params(), id } })).rejects.toMatchObject({
    status: 403,
  });
  expect((await viewer.call(listEventMapAccounts, { params: params() })).accounts.length).toBeGreaterThan(0);
});

test('tests are limited as other calls to networks are', async () => {
  const { id } = await addMap({
    ad_network_id: await connectMeta('TEST1'),
    event: 'look',
    network_event: 'Search',
  });
  const tries = await Promise.allSettled(Array.from({ length: 31 }, () => sendTest(id)));
  expect(
    tries.some((one) => one.status === 'rejected' && (one.reason as { status: number }).status === 429),
  ).toBe(true);
});
