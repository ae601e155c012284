import { createHmac } from 'node:crypto';
import { getCouponReport } from '@trailmark/contract/coupon-calls';
import { updateCouponPostback } from '@trailmark/contract/coupons';
import { createEventMap, listEventMaps } from '@trailmark/contract/event-maps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { buildNetwork, buildPool, type TestNetwork } from '../../testing/coupon-fixture.ts';
import { buildDeliveryFixture, type DeliveryFixture, receiverEnv } from '../../testing/delivery-fixture.ts';
import { startReceiver, type TestReceiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let receiver: TestReceiver;
let fixture: DeliveryFixture;
let jio: TestNetwork;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ env: receiverEnv(receiver) });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  fixture = await buildDeliveryFixture(server, receiver);
  jio = await buildNetwork(server, fixture);
});

const HEADER = 'a-header-value-0123456789';
const postback = (given: object, network = jio) =>
  fixture.owner.call(updateCouponPostback, {
    params: { ad_network_id: network.id },
    query: { project_id: fixture.projectId },
    body: { postback: { method: 'GET', url: `${receiver.url}/pb`, headers: { 'x-key': HEADER }, ...given } },
  });

test('a redemption and a mapped event go out with the click id of the network, signed, once', async () => {
  const campaign = await fixture.campaign({ network: 'JIO_COUPONS' });
  await buildPool(fixture, { networkId: jio.id, campaignId: campaign.id, codes: ['HOLI'] });
  const url = `${receiver.url}/pb?c={click_id}&code={coupon_code}&e={event_name}&v={value}&cur={currency}&id={event_id}`;
  await postback({ url });
  const map = { ad_network_id: jio.id, event: 'level_up', network_event: 'level' };
  await fixture.owner.call(createEventMap, { params: { project_id: fixture.projectId }, body: map });
  const phone = fixture.device();
  const token = await phone.clickToken(campaign.slug, '?clid=nw%2F1&coupon=HOLI');
  server.clock.advance(HOUR_MS);
  await phone.init({ install_referrer: `utm_source=x&tm_click=${token}` });
  await phone.event('level_up');
  await jio.post({
    coupon_code: 'HOLI',
    user: { gaid: phone.advertisingId },
    amount: '499',
    currency: 'INR',
  });
  await server.runJobs();
  await fixture.planned(2);
  await fixture.send();
  const requests = receiver.take();
  const queries = requests.map((one) => Object.fromEntries(new URL(one.path, receiver.url).searchParams));
  expect(queries.sort((one, other) => ((one.e ?? '') < (other.e ?? '') ? -1 : 1))).toMatchObject([
    { c: 'nw/1', code: 'HOLI', e: 'coupon_redeemed', v: '499', cur: 'INR' },
    { c: 'nw/1', code: 'HOLI', e: 'level', v: '', cur: '' },
  ]);
  for (const { headers, path } of requests) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${receiver.url}${path}`;
    const key = Buffer.from(jio.secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(headers['x-key']).toBe(HEADER);
  }
  const ledger = await fixture.deliveries();
  expect(ledger.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  const details = await Promise.all(ledger.map(({ delivery_id }) => fixture.details(delivery_id)));
  expect(JSON.stringify(details)).not.toContain(HEADER);
  expect(JSON.stringify(details)).not.toContain(jio.secret.slice(6));
  const today = server.clock.now().toISOString().slice(0, 10);
  const query = { project_id: fixture.projectId, from: today, to: today };
  const { postbacks } = await fixture.owner.call(getCouponReport, { query });
  expect(postbacks).toMatchObject([{ date: today, network_name: 'Jio', delivered: 2, failed: 0 }]);
});

test('a code that is issued after an event is reported with its macros', async () => {
  receiver.take();
  const campaign = await fixture.campaign();
  const given = { networkId: jio.id, campaignId: campaign.id, codes: ['HOLI'], after_event: 'done' };
  await buildPool(fixture, given);
  await postback({ url: `${receiver.url}/pb?code={coupon_code}&e={event_name}&gaid={gaid}` });
  const phone = fixture.device();
  await phone.init();
  await phone.event('done');
  await phone.event('done', { event_id: 'again' });
  await server.runJobs();
  await fixture.planned(1);
  await fixture.send();
  expect(receiver.take().map(({ path }) => path)).toEqual([
    `/pb?code=HOLI&e=coupon_issued&gaid=${phone.advertisingId}`,
  ]);
});

test('a code is reported only to its own network', async () => {
  receiver.take();
  const other = await buildNetwork(server, fixture, 'Other');
  const campaign = await fixture.campaign();
  await buildPool(fixture, { networkId: jio.id, campaignId: campaign.id, codes: ['HOLI'] });
  await postback({ url: `${receiver.url}/jio?e={event_name}` });
  await postback({ url: `${receiver.url}/other?e={event_name}` }, other);
  const phone = fixture.device();
  await phone.init();
  await jio.post({ coupon_code: 'HOLI', user: { gaid: phone.advertisingId } });
  await server.runJobs();
  await fixture.planned(2);
  await fixture.send();
  expect(receiver.take().map(({ path }) => path)).toEqual(['/jio?e=coupon_redeemed']);
  const skipped = (await fixture.deliveries()).find(({ state }) => state === 'skipped');
  expect(skipped?.reason).toMatch(/another coupon network/);
});

test('an answer without the words of success is a refusal', async () => {
  await postback({ method: 'POST', body: '{"e":"{event_name}"}', success_text: 'status=1' });
  const campaign = await fixture.campaign();
  await buildPool(fixture, { networkId: jio.id, campaignId: campaign.id, codes: ['HOLI'] });
  const phone = fixture.device();
  await phone.init();
  await jio.post({ coupon_code: 'HOLI', user: { gaid: phone.advertisingId } });
  await server.runJobs();
  await fixture.planned(1);
  await fixture.send();
  const [delivery] = await fixture.deliveries();
  expect([delivery?.state, delivery?.reason]).toEqual(['rejected', expect.stringContaining('status=1')]);
});

test('a new network has maps for its codes', async () => {
  const { event_maps } = await fixture.owner.call(listEventMaps, {
    params: { project_id: fixture.projectId },
    query: { ad_network_id: jio.id },
  });
  expect(event_maps.map(({ event, installs }) => [event, installs])).toEqual([
    ...[
      ['$coupon_issued', 'all'],
      ['$coupon_redeemed', 'all'],
    ],
    ['$coupon_reversed', 'all'],
  ]);
});
