import { replayDeliveries } from '@trailmark/contract/deliveries';
import { WebhookPayload } from '@trailmark/contract/webhook-payload';
import { updateWebhook } from '@trailmark/contract/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { buildDeliveryFixture, type DeliveryFixture, receiverEnv } from '../../testing/delivery-fixture.ts';
import { startReceiver, type TestReceiver } from '../../testing/receiver.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let receiver: TestReceiver;
let server: TestServer;
let fixture: DeliveryFixture;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ env: receiverEnv(receiver) });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  receiver.answer(() => ({ status: 200 }));
  receiver.take();
  fixture = await buildDeliveryFixture(server, receiver);
});

async function sendPlanned(count: number) {
  await fixture.planned(count);
  await fixture.send();
}

const payloads = () => receiver.take().map(({ body }) => WebhookPayload.parse(JSON.parse(body)));

describe('a webhook', () => {
  test('is sent page views where they are chosen by name, and never otherwise', async () => {
    await fixture.webhook({ path: '/all' });
    await fixture.webhook({ path: '/events', event_types: ['event'] });
    await fixture.webhook({ path: '/pages', event_types: ['$page_view'] });
    const phone = fixture.device();
    await phone.call('session-start', { session_id: 's1' });
    const page_url = 'https://kite.example/plans?token=secret';
    await phone.call('page-view', { session_id: 's1', event_id: '1', page_url });
    await sendPlanned(1);
    const [received, ...rest] = receiver.take();
    expect([received?.path, rest]).toEqual(['/pages', []]);
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      type: 'event',
      data: { name: '$page_view', properties: { page_url: 'kite.example/plans' } },
    });
  });

  test('is sent installs, events and payments, signed, and the ledger shows it', async () => {
    const { secret } = await fixture.webhook();
    const campaign = await fixture.campaign({ name: 'Festive' });
    const phone = fixture.device();
    await phone.click(campaign.slug, phone.idQuery);
    server.clock.advance(MINUTE_MS);
    await phone.init();
    await phone.call('consent', { consent: { ad_personalization: 'denied', is_eea: true } });
    await phone.event('add_to_cart', { event_data: { sku: 'tea' } });
    await phone.call('capture-payment', { user_id: 'u1', payment_id: 'p1', amount: 499, currency: 'INR' });
    await sendPlanned(3);

    const received = receiver.take();
    for (const { headers, body } of received) {
      const signed = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      );
      expect(new Webhook(secret).verify(body, signed)).toMatchObject({
        data: { install_id: phone.installId },
      });
    }
    const messages = received.map(({ body }) => WebhookPayload.parse(JSON.parse(body)));
    const byType = new Map(messages.map((message) => [message.type, message.data]));
    expect([...byType.keys()].sort()).toEqual(['event', 'install', 'payment']);
    expect(byType.get('install')).toMatchObject({
      attribution: { network: 'META', campaign_name: 'Festive', match_type: 'device_id' },
      decision: { revision: 1, verdict: 'clean' },
    });
    expect(byType.get('event')).toMatchObject({ name: 'add_to_cart', properties: { sku: 'tea' } });
    const given_at = expect.any(String);
    expect(byType.get('event')?.consent).toEqual([
      { purpose: 'ad_personalization', answer: 'denied', given_at },
      { purpose: 'is_eea', answer: 'yes', given_at },
    ]);
    expect(byType.get('payment')).toMatchObject({ user_id: 'u1', money: { amount: '499', currency: 'INR' } });
    const ledger = await fixture.deliveries();
    expect(ledger.map(({ state, attempts, reason }) => [state, attempts, reason])).toEqual(
      Array(3).fill(['delivered', 1, null]),
    );
    const details = await fixture.details(ledger[0]?.delivery_id ?? '');
    expect(details).toMatchObject({
      payload: { payload: { data: { install_id: phone.installId } } },
      history: [{ attempt: 1, verdict: 'delivered', requests: [{ status: 200, method: 'POST', items: 1 }] }],
    });
  });

  test('is sent only what it has chosen', async () => {
    await fixture.webhook({ event_types: ['payment', 'checkout'] });
    const phone = fixture.device();
    await phone.init();
    await phone.event('add_to_cart');
    await phone.event('checkout');
    await sendPlanned(1);
    expect(payloads()).toMatchObject([{ type: 'event', data: { name: 'checkout' } }]);
  });

  test('that fails is tried again later with the same id, and given up in the end', async () => {
    await fixture.webhook({ event_types: ['event'] });
    const phone = fixture.device();
    await phone.event('checkout');
    receiver.answer(() => ({ status: 500, body: 'broken' }));
    await sendPlanned(1);
    const [first] = await fixture.deliveries();
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, reason: 'answered 500: broken' });
    const wait = Date.parse(first?.due_at ?? '') - server.clock.now().getTime();
    expect(wait).toBeGreaterThanOrEqual(5 * SECOND_MS);
    expect(wait).toBeLessThanOrEqual(6 * SECOND_MS);

    const attempts: number[] = [];
    for (
      let [one] = await fixture.deliveries();
      one?.state === 'waiting';
      [one] = await fixture.deliveries()
    ) {
      attempts.push(one.attempts);
      server.clock.set(new Date(Math.max(Date.parse(one.due_at ?? ''), server.clock.now().getTime())));
      await fixture.send();
      // Where the receiver is paused, nothing is sent and no attempt is used up.
      server.clock.advance(15 * MINUTE_MS);
    }
    expect([...new Set(attempts)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const received = receiver.take();
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await fixture.deliveries()).toMatchObject([
      { state: 'rejected', attempts: 10, reason: 'given up after 10 attempts: answered 500: broken' },
    ]);
  });

  test('that hangs up counts as failed, and is delivered when it is back', async () => {
    await fixture.webhook({ event_types: ['event'] });
    await fixture.device().event('checkout');
    receiver.answer(() => null);
    await sendPlanned(1);
    expect(await fixture.deliveries()).toMatchObject([
      { state: 'waiting', attempts: 1, reason: 'the connection was closed before an answer came' },
    ]);
    receiver.answer(() => ({ status: 204 }));
    server.clock.advance(10 * SECOND_MS);
    await fixture.send();
    expect(await fixture.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, reason: null }]);
  });

  test('that answers 410 is stopped; admins get a mail and other webhooks a message', async () => {
    const { id } = await fixture.webhook({ path: '/gone', event_types: ['event'] });
    await fixture.webhook({ path: '/other', event_types: ['connection_needs_attention'] });
    await fixture.device().event('checkout');
    receiver.answer(({ path }) => ({ status: path === '/gone' ? 410 : 200 }));
    await sendPlanned(1);
    await fixture.send();
    const mails = await server.runJobs();
    expect(mails).toMatchObject([
      { to: fixture.owner.email, text: { heading: expect.stringContaining('needs attention') } },
    ]);
    const other = receiver.take().filter(({ path }) => path === '/other');
    expect(other.map(({ body }) => WebhookPayload.parse(JSON.parse(body)))).toMatchObject([
      { type: 'connection_needs_attention', data: { install_id: null, connection: { kind: 'webhook' } } },
    ]);
    const [waiting] = await fixture.deliveries({ connection_id: id });
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 0 });
    receiver.answer(() => ({ status: 200 }));
    const body = { project_id: fixture.projectId, webhook_id: id, active: true };
    await fixture.owner.call(updateWebhook, { body });
    await fixture.send();
    expect(await fixture.deliveries({ connection_id: id })).toMatchObject([{ state: 'delivered' }]);
  });

  test('that is switched off shows what would have been sent, and gets it when it is on again', async () => {
    const { id } = await fixture.webhook({ event_types: ['event'] });
    const change = (active: boolean) =>
      fixture.owner.call(updateWebhook, {
        body: { project_id: fixture.projectId, webhook_id: id, active },
      });
    await change(false);
    await fixture.device().event('checkout');
    await sendPlanned(1);
    expect(receiver.take()).toEqual([]);
    const [waiting] = await fixture.deliveries();
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 0 });
    const details = await fixture.details(waiting?.delivery_id ?? '');
    expect(details.payload).toMatchObject({ payload: { data: { name: 'checkout' } } });
    await change(true);
    await fixture.send();
    expect(payloads()).toMatchObject([{ data: { name: 'checkout' } }]);
  });

  test('is sent a delivery again by replay, with the same id', async () => {
    await fixture.webhook({ event_types: ['event'] });
    await fixture.device().event('checkout');
    await sendPlanned(1);
    const [one] = await fixture.deliveries();
    const body = { project_id: fixture.projectId, delivery_ids: [one?.delivery_id ?? ''] };
    expect(await fixture.owner.call(replayDeliveries, { body })).toEqual({ replayed: 1 });
    await fixture.send();
    const received = receiver.take();
    expect(received).toHaveLength(2);
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
    const [again] = await fixture.deliveries();
    const { history } = await fixture.details(again?.delivery_id ?? '');
    expect(history).toHaveLength(2);
    const filter = { project_id: fixture.projectId, filter: { state: 'rejected' as const } };
    expect(await fixture.owner.call(replayDeliveries, { body: filter })).toEqual({ replayed: 0 });
  });
});
