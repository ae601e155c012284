import { createHash } from 'node:crypto';
import { createEventMap } from '@trailmark/contract/event-maps';
import { deleteTiktokPixel, updateTiktokPixel } from '@trailmark/contract/tiktok';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { TIKTOK_APP, TIKTOK_APPS } from '@trailmark/sandbox/tiktok/tiktok.data';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { connectTiktokPixels } from '../../../testing/connect-tiktok.ts';
import type { DeliveryFixture } from '../../../testing/delivery-fixture.ts';
import { startNetworkDeliveries } from '../../../testing/network-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let network: Awaited<ReturnType<typeof startNetworkDeliveries<Sandbox>>>;
let sandbox: Sandbox;
let server: TestServer;
let fixture: DeliveryFixture;
let pixel: string;
beforeAll(async () => {
  network = await startNetworkDeliveries(startSandbox);
  ({ sandbox, server } = network);
});
afterAll(() => network.stop());
beforeEach(async () => {
  fixture = await network.buildFixture();
  const [first] = await connectTiktokPixels(fixture, TIKTOK_APP);
  pixel = first?.ad_network_id ?? '';
  await setUp({ access_token: TOKEN, app_ids: { android: TIKTOK_APPS[0]?.app_id } });
});

const TOKEN = 'ab12'.repeat(10);

const setUp = (body: object) =>
  fixture.owner.call(updateTiktokPixel, {
    params: { account_id: pixel },
    query: { project_id: fixture.projectId },
    body,
  });
const addMap = (event: string, network_event: string, over: object = {}) =>
  fixture.owner.call(createEventMap, {
    params: { project_id: fixture.projectId },
    body: { ad_network_id: pixel, event, network_event, ...over },
  });
const tiktok = () => sandbox.receivers.get('tiktok');
/** Requests besides those by which the pixels were connected. */
const conversions = () =>
  tiktok()
    .received.requests()
    .filter(({ endpoint }) => endpoint === 'events');
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Somebody who clicks an ad of TikTok, installs the app and adds something to their basket. */
async function add() {
  const campaign = await fixture.campaign({ network: 'TIKTOK' });
  const phone = fixture.device();
  await phone.click(campaign.slug, `${phone.idQuery}&ttclid=E.C.P.abc`);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  await phone.event('add_to_cart');
  return phone;
}

test('a click, an install and an event arrive at TikTok, with ids and hashes', async () => {
  await addMap('install', 'InstallApp');
  await addMap('add_to_cart', 'AddToCart', { value: { from: 'fixed', amount: 2.5, currency: 'USD' } });
  const phone = await add();
  await fixture.planned(2);
  await fixture.send();
  const sent = conversions().flatMap(
    ({ body }) => (JSON.parse(body) as { data: Record<string, unknown>[] }).data,
  );
  const user = { gaid: hash(phone.advertisingId.toLowerCase()), ttclid: 'E.C.P.abc' };
  const byName = sent.sort((one, other) => String(one.event).localeCompare(String(other.event)));
  expect(byName).toMatchObject([
    { event: 'AddToCart', user, properties: { value: 2.5, currency: 'USD' } },
    { event: 'InstallApp', user },
  ]);
  expect((await fixture.deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('what TikTok took without saying so is sent again, and recognised', async () => {
  await addMap('add_to_cart', 'AddToCart');
  await add();
  await fixture.planned(1);
  tiktok().setFaults([{ answer: 500, take: true, count: 1 }]);
  await fixture.send();
  server.clock.advance(HOUR_MS);
  await fixture.send();
  expect(await fixture.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  expect(tiktok().received.counts()).toMatchObject({ repeats: 1 });
});

test('a token that ends pauses the pixel, a new one sends what waited, and neither is in the ledger', async () => {
  await addMap('add_to_cart', 'AddToCart');
  await add();
  await fixture.planned(1);
  tiktok().setFaults([{ answer: 200, reason: '40105' }]);
  await fixture.send();
  expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting' }]);
  tiktok().setFaults([]);
  await fixture.send();
  expect(await fixture.deliveries()).toMatchObject([{ state: 'waiting' }]);
  await setUp({ access_token: 'cd34'.repeat(10) });
  await fixture.send();
  const [sent] = await fixture.deliveries();
  expect(sent).toMatchObject({ state: 'delivered' });
  const details = JSON.stringify(await fixture.details(sent?.delivery_id ?? ''));
  expect([TOKEN, 'cd34'.repeat(10)].filter((token) => details.includes(token))).toEqual([]);
});

test('a disconnected pixel is sent nothing more', async () => {
  await addMap('add_to_cart', 'AddToCart');
  await add();
  await fixture.planned(1);
  const query = { project_id: fixture.projectId };
  await fixture.owner.call(deleteTiktokPixel, { params: { account_id: pixel }, query });
  await fixture.send();
  expect(conversions()).toEqual([]);
  expect(await fixture.deliveries()).toMatchObject([{ state: 'skipped' }]);
});
