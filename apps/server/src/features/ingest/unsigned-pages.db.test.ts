import { createSdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { whitelistHost } from '@trailmark/contract/web-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildProject, type TestPerson } from '../../testing/build.ts';
import { buildDevice, projectToken, type TestDevice } from '../../testing/device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SHOP = 'https://shop.example.com';
const SOON = { timeout: 20_000 };

let server: TestServer;
let owner: TestPerson;
let projectId: string;
let webToken: string;
let phone: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Body = Record<string, unknown>;

/** As a page of the website, or anybody with the token in its source. */
async function page(call: string, body: Body) {
  const answer = await fetch(`${server.url}/api/client/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SHOP, 'user-agent': 'Mozilla/5.0 Firefox/145.0' },
    body: JSON.stringify({ token: webToken, ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  return { status: answer.status, json: (await answer.json()) as any };
}

const rowsOf = async (table: 'events' | 'payments' | 'payment_removals' | 'person_installs' | 'clicks') =>
  await server.db.selectFrom(table).selectAll().where('project_id', '=', projectId).execute();
const payment = (payment_id: string, extra: Body = {}) => ({
  payment_id,
  user_id: 'asha',
  type: 'ONE_TIME',
  amount: 100,
  currency: 'INR',
  status: 'PAYMENT_COMPLETED',
  ...extra,
});

beforeEach(async () => {
  ({ owner, projectId } = await buildProject(server));
  const token = await projectToken(owner, projectId);
  const params = { project_id: projectId };
  ({ token: webToken } = await owner.call(whitelistHost, { params, body: { host: 'shop.example.com' } }));
  phone = buildDevice(server, token);
  await phone.init();
  await phone.call('customer-user-id', { user_id: 'asha' });
  await phone.call('capture-payment', payment('paid'));
  await phone.call('capture-payment', payment('begun', { status: 'PAYMENT_INITIATED' }));
  await page('init', { install_instance_id: 'visitor', device_data: {} });
  await owner.call(createSdkCredential, { body: { project_id: projectId, platform: 'ANDROID' } });
  await owner.call(updateSdkCredential, { body: { project_id: projectId, signing: 'required' } });
  // Its token was kept in memory.
  const coupons = () => page('issued-coupons', { install_instance_id: 'visitor' });
  await expect.poll(async () => (await coupons()).status, SOON).toBe(401);
});

describe('where signatures are required, a page', () => {
  test('takes no payments back, by their id or by their person', async () => {
    for (const body of [{ payment_id: 'paid' }, { user_id: 'asha' }]) {
      const { status, json } = await page('remove-captured-payment', body);
      expect([status, json.error.code]).toEqual([401, 'signature_invalid']);
    }
    expect(await rowsOf('payment_removals')).toEqual([]);
    const statuses = (await rowsOf('payments')).map(({ status }) => status).sort();
    expect(statuses).toEqual(['PAYMENT_COMPLETED', 'PAYMENT_INITIATED']);
  });

  test.each([
    ['an event', 'capture-event', { event_name: 'tap' }],
    ['a payment', 'capture-payment', payment('new')],
    ['a sign-up', 'trigger', { user_data: { id: 'asha', email: 'other@example.com' } }],
    ['an open', 'init', { device_data: {} }],
    ['an open by a link', 'handle-deeplink', { deeplink_url: 'https://example.com/a' }],
    ['a push token', 'update-push-token', { push_token: 'other' }],
  ])('adds nothing to an install of the app: %s', async (_name, call, body) => {
    const before = await rowsOf('events');
    const { status, json } = await page(call, { ...body, install_instance_id: phone.installId });
    expect([status, json.error.code]).toEqual([401, 'signature_invalid']);
    expect(await rowsOf('events')).toEqual(before);
  });

  test.each([
    ['an event', 'capture-event', { event_name: 'tap', user_id: 'asha' }],
    ['a payment', 'capture-payment', payment('new')],
    ['an event by the id of the device', 'capture-event', { event_name: 'tap' }],
  ])('adds nothing to an install of the app that it does not name: %s', async (_name, call, body) => {
    const before = await rowsOf('events');
    const gaid = 'user_id' in body ? {} : { device_data: { gaid: phone.advertisingId } };
    const { status, json } = await page(call, { ...body, ...gaid });
    expect([status, json.error.code]).toEqual([401, 'signature_invalid']);
    expect(await rowsOf('events')).toEqual(before);
  });

  test('does not move a payment of the app', async () => {
    const body = payment('begun', { install_instance_id: 'visitor', amount: 1_000_000 });
    expect((await page('capture-payment', body)).status).toBe(401);
    const begun = (await rowsOf('payments')).find(({ payment_id }) => payment_id === 'begun');
    expect(begun).toMatchObject({ status: 'PAYMENT_INITIATED', install_id: phone.installId });
  });

  test('is not answered about an install of the app', async () => {
    const ask = (install_instance_id: string) => page('attribution-data', { install_instance_id });
    expect((await ask(phone.installId)).status).toBe(401);
    expect((await ask('visitor')).status).toBe(200);
  });

  test('sends what is about its visitor, and has a verdict for each item of a batch', async () => {
    const event = { event_name: 'tap', event_id: 'e1' };
    const items = [
      { call: 'capture-event', body: { ...event, install_instance_id: 'visitor' } },
      { call: 'capture-event', body: { ...event, install_instance_id: phone.installId } },
      { call: 'remove-captured-payment', body: { payment_id: 'paid' } },
      { call: 'capture-event', body: { ...event, install_instance_id: 'another visitor' } },
      { call: 'capture-payment', body: payment('of the page', { install_instance_id: 'visitor' }) },
    ];
    const { status, json } = await page('batch', { items });
    expect(status).toBe(200);
    const refused = { ok: false, field: 'token', reason: expect.stringContaining('cannot sign') };
    expect(json.data.results).toMatchObject([{ ok: true }, refused, refused, { ok: true }, { ok: true }]);
    const taps = (await rowsOf('events')).filter(({ name }) => name === 'tap');
    expect(taps.map(({ install_id }) => install_id).sort()).toEqual(['another visitor', 'visitor']);
    expect((await page('capture-event', { ...event, install_instance_id: 'visitor' })).status).toBe(200);
  });
});

test('where they are not, a page may name an install of the app, as an unsigned app may', async () => {
  await owner.call(updateSdkCredential, { body: { project_id: projectId, signing: 'report' } });
  const body = { event_name: 'tap', install_instance_id: phone.installId };
  await expect.poll(async () => (await page('capture-event', body)).status, SOON).toBe(200);
});
