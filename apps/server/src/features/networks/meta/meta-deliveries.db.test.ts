import { createHash } from 'node:crypto';
import { replayDeliveries } from '@trailmark/contract/deliveries';
import { createEventMap, updateEventMap } from '@trailmark/contract/event-maps';
import { deleteMetaAccount, updateMetaCapiConfig } from '@trailmark/contract/meta';
import { META_APP, META_DATASETS, META_SYSTEM_TOKEN } from '@trailmark/sandbox/meta/meta.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { connectMetaAccounts } from '../../../testing/connect-meta.ts';
import type { DeliveryFixture } from '../../../testing/delivery-fixture.ts';
import { allowHost, type TestDevice } from '../../../testing/device.ts';
import { startNetworkDeliveries } from '../../../testing/network-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let network: Awaited<ReturnType<typeof startNetworkDeliveries<Sandbox>>>;
let sandbox: Sandbox;
let server: TestServer;
let fixture: DeliveryFixture;
let account: string;
beforeAll(async () => {
  network = await startNetworkDeliveries(startSandbox);
  ({ sandbox, server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  fixture = await network.buildFixture();
  const [first] = await connectMetaAccounts(fixture, META_APP);
  account = first?.ad_network_id ?? '';
  await sendConversions(META_SYSTEM_TOKEN);
});

const sendConversions = (token: string, dataset_id = META_DATASETS[0]?.id) =>
  fixture.owner.call(updateMetaCapiConfig, {
    params: { network_account_id: account },
    body: { project_id: fixture.projectId, dataset_id, capi_access_token: token },
  });
const addMap = (event: string, network_event: string, over: object = {}) =>
  fixture.owner.call(createEventMap, {
    params: { project_id: fixture.projectId },
    body: { ad_network_id: account, event, network_event, ...over },
  });
const meta = () => sandbox.receivers.get('meta');
/** The events of the requests that Meta took. */
const taken = () =>
  meta()
    .received.requests()
    .filter(({ endpoint, status }) => endpoint === 'events' && status === 200)
    .flatMap(({ body }) => (JSON.parse(body) as { data: Record<string, unknown>[] }).data);
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Somebody who clicks an ad of Meta, installs the app and pays. */
async function buy() {
  const campaign = await fixture.campaign({ network: 'META' });
  const phone = fixture.device();
  await phone.click(campaign.slug, `${phone.idQuery}&fbclid=IwAR0abc`);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  const user_data = { id: 'asha', email: 'Asha@Example.com' };
  await phone.call('set-user-data', { user_data });
  const payment = { payment_id: 'p-1', user_id: 'asha', amount: 499, currency: 'INR' };
  const answer = await phone.call('capture-payment', {
    ...payment,
    type: 'DEFAULT',
    status: 'PAYMENT_COMPLETED',
  });
  expect(answer.status).toBe(200);
  return phone;
}

test('of an install that networks are not to be told of, nothing is sent', async () => {
  await addMap('install', 'MobileAppInstall', { value: { from: 'none' }, installs: 'all' });
  await addMap('payment', 'Purchase', { installs: 'all' });
  await buy();
  await fixture.planned(2);
  const of = sql`update decisions set verdict = 'no_postback' where project_id = ${fixture.projectId}`;
  await of.execute(server.db);
  await fixture.send();
  expect(taken()).toEqual([]);
  for (const { state, reason } of await fixture.deliveries()) {
    expect([state, reason]).toEqual(['skipped', expect.stringContaining('no postback is sent')]);
  }
});

test('a click, an install and a payment arrive at Meta, with ids and hashes', async () => {
  await addMap('install', 'MobileAppInstall', { value: { from: 'none' } });
  await addMap('payment', 'Purchase');
  const phone = await buy();
  await fixture.planned(2);
  await fixture.send();
  const ofPerson = {
    madid: phone.advertisingId,
    anon_id: phone.installId,
    em: [hash('asha@example.com')],
    external_id: [hash('asha')],
    fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR0abc$/),
  };
  const sent = taken().sort((one, other) => String(one.event_name).localeCompare(String(other.event_name)));
  expect(sent).toMatchObject([
    { event_name: 'MobileAppInstall', action_source: 'app', user_data: ofPerson },
    { event_name: 'Purchase', user_data: ofPerson, custom_data: { value: 499, currency: 'INR' } },
  ]);
  expect((await fixture.deliveries()).map(({ state, connection_kind }) => [state, connection_kind])).toEqual([
    ['delivered', 'META'],
    ['delivered', 'META'],
  ]);
});

test('what a visitor of a site does arrives with its page, and no install of an app', async () => {
  await addMap('install', 'MobileAppInstall', { value: { from: 'none' }, installs: 'all' });
  await addMap('payment', 'Purchase', { installs: 'all' });
  await allowHost(fixture.owner, fixture.projectId, 'kite.example');
  const visitor = fixture.device({ origin: 'https://kite.example' });
  const device_data = { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126' };
  const url = 'https://kite.example/plans?fbclid=IwAR0abc&mail=a@b.example';
  const body = { platform: 'WEB', session_id: 's1' };
  const last_touch = { url, referrer: '', at: server.clock.now().toISOString() };
  await visitor.call('init', { ...body, link: url, last_touch, device_data });
  await visitor.call('session-start', { ...body, entry_url: url });
  await visitor.call('page-view', { ...body, event_id: '1', page_url: url });
  server.clock.advance(MINUTE_MS);
  await visitor.call('page-view', { ...body, event_id: '2', page_url: 'https://kite.example/pay?card=1' });
  const payment = { payment_id: 'p-1', user_id: 'asha', amount: 499, currency: 'INR' };
  await visitor.call('capture-payment', { ...body, ...payment });
  await fixture.planned(2);
  await fixture.send();
  expect(taken()).toMatchObject([
    {
      event_name: 'Purchase',
      action_source: 'website',
      event_source_url: 'https://kite.example/pay',
      user_data: {
        client_user_agent: device_data.user_agent,
        fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR0abc$/),
      },
    },
  ]);
  const skipped = (await fixture.deliveries()).find(({ state }) => state === 'skipped');
  expect(skipped?.reason).toContain('of apps alone');
});

test('only what has a map is planned, from the next event on', async () => {
  await buy();
  expect(await fixture.deliveries()).toEqual([]);
  const made = await addMap('look', 'ViewContent', { installs: 'all', times: 'first' });
  const phone = fixture.device();
  await phone.init();
  for (const _ of [1, 2]) await phone.event('look');
  await phone.event('other');
  await fixture.planned(2);
  await fixture.send();
  expect((await fixture.deliveries()).map(({ state }) => state).sort()).toEqual(['delivered', 'skipped']);
  const params = { project_id: fixture.projectId, id: made.id };
  await fixture.owner.call(updateEventMap, { params, body: { active: false } });
  await phone.event('look');
  expect(await fixture.deliveries()).toHaveLength(2);
});

test('what Meta took without saying so is sent again, and recognised', async () => {
  await addMap('payment', 'Purchase');
  await buy();
  await fixture.planned(1);
  meta().setFaults([{ answer: 500, take: true, count: 1, only: 'events' }]);
  await fixture.send();
  server.clock.advance(HOUR_MS);
  await fixture.send();
  expect(await fixture.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  expect(meta().received.counts()).toMatchObject({ repeats: 1 });
});

test('a token that has expired pauses the account, and a new one sends what waited', async () => {
  await addMap('payment', 'Purchase');
  await buy();
  await fixture.planned(1);
  meta().setFaults([{ answer: 400, reason: '190/463', only: 'events' }]);
  await fixture.send();
  const connection = () =>
    server.db
      .selectFrom('connections')
      .select(['state', 'reason'])
      .where('project_id', '=', fixture.projectId)
      .where('connection_id', '=', account)
      .executeTakeFirst();
  expect(await connection()).toMatchObject({ state: 'attention', reason: expect.stringContaining('190') });
  expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting' }]);
  meta().setFaults([]);
  await sendConversions(`EAAnew${'0'.repeat(30)}`);
  expect(await connection()).toMatchObject({ state: 'active' });
  await fixture.send();
  expect(await fixture.deliveries()).toMatchObject([{ state: 'delivered' }]);
});

test('a disconnected account is sent nothing more, and its token is gone', async () => {
  await addMap('payment', 'Purchase');
  await buy();
  await fixture.planned(1);
  const query = { project_id: fixture.projectId, network_account_id: account };
  await fixture.owner.call(deleteMetaAccount, { query });
  await fixture.send();
  expect(taken()).toEqual([]);
  expect(await fixture.deliveries()).toMatchObject([{ state: 'skipped' }]);
  const rows = await server.db.selectFrom('connections').select('sealed_credentials').execute();
  expect(rows.map(({ sealed_credentials }) => sealed_credentials)).toContain('');
});

test('the ledger shows what was sent, without the token', async () => {
  await addMap('payment', 'Purchase');
  await buy();
  await fixture.planned(1);
  const [waiting] = await fixture.deliveries();
  expect((await fixture.details(waiting?.delivery_id ?? '')).payload).toMatchObject({
    event_name: 'Purchase',
  });
  await fixture.send();
  const [sent] = await fixture.deliveries();
  const details = await fixture.details(sent?.delivery_id ?? '');
  expect(details.payload).toMatchObject({ event_name: 'Purchase', action_source: 'app' });
  expect(JSON.stringify(details)).not.toContain(META_SYSTEM_TOKEN);
});

describe('an install of a device that Meta was sent one of', () => {
  const installs = () => taken().filter(({ event_name }) => event_name === 'MobileAppInstall');
  /** As they are stored: nobody stays signed in for so long. */
  const states = async () => {
    const { rows } = await sql<{ state: string; reason: string | null }>`select state, reason from deliveries
      where project_id = ${fixture.projectId} order by occurred_at desc`.execute(server.db);
    return rows.map(({ state, reason }) => [state, reason]);
  };
  const LEFT_OUT = [
    'skipped',
    'An install of this device or person was sent to this dataset within 90 days, and Meta counts one.',
  ];
  const open = async (phone: TestDevice, planned: number) => {
    await phone.init({ os_version: '14' });
    await fixture.planned(planned);
    await fixture.send();
  };
  beforeEach(async () => {
    for (const event of ['install', 'reinstall']) {
      await addMap(event, 'MobileAppInstall', { value: { from: 'none' }, installs: 'all' });
    }
  });

  test('is left out within 90 days, and sent after them', async () => {
    const phone = fixture.device();
    await open(phone, 1);
    const { clock } = server;
    clock.advance(89 * DAY_MS);
    const again = phone.reinstalled();
    await open(again, 2);
    expect(await states()).toEqual([LEFT_OUT, ['delivered', null]]);
    clock.advance(2 * DAY_MS);
    await open(again.reinstalled(), 3);
    expect((await states())[0]).toEqual(['delivered', null]);
    expect(installs()).toHaveLength(2);
  });

  test('can be sent again by hand', async () => {
    await open(fixture.device(), 1);
    const [delivery] = await fixture.deliveries();
    await fixture.owner.call(replayDeliveries, {
      body: { project_id: fixture.projectId, delivery_ids: [delivery?.delivery_id ?? ''] },
    });
    await fixture.send();
    expect(await states()).toEqual([['delivered', null]]);
    expect(installs()).toHaveLength(2);
  });

  test('is sent where the first was refused, and to another dataset', async () => {
    const phone = fixture.device();
    meta().setFaults([{ answer: 400, reason: '100/2804019', only: 'events' }]);
    await open(phone, 1);
    expect((await fixture.deliveries())[0]?.state).toBe('rejected');
    meta().setFaults([]);
    server.clock.advance(DAY_MS);
    const second = phone.reinstalled();
    await open(second, 2);
    expect(installs()).toHaveLength(1);
    server.clock.advance(DAY_MS);
    await sendConversions(META_SYSTEM_TOKEN, META_DATASETS[1]?.id);
    await open(second.reinstalled(), 3);
    // It was sent: that dataset is of a website.
    expect((await states())[0]).toEqual(['rejected', expect.stringContaining('linked to the app')]);
    expect(installs()).toHaveLength(1);
  });

  test('is another one where the device is another', async () => {
    await open(fixture.device(), 1);
    await open(fixture.device(), 2);
    expect(installs()).toHaveLength(2);
  });

  test('keeps no id as it is', async () => {
    const phone = fixture.device();
    await open(phone, 1);
    const { rows } = await sql<{ device_key: string }>`select device_key from sent_installs
      where project_id = ${fixture.projectId}`.execute(server.db);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { device_key: key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});
