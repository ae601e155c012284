import { APPLE } from '@trailmark/contract/networks';
import { WebhookPayload } from '@trailmark/contract/webhook-payload';
import type { Claim } from '@trailmark/core/attribution/claim';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applyClaim } from '../../main/apply-claim.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { openWithToken } from '../../testing/apple-claims.ts';
import { buildDeliveryFixture, type DeliveryFixture, receiverEnv } from '../../testing/delivery-fixture.ts';
import type { TestDevice } from '../../testing/device.ts';
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
  receiver.answer(() => ({ status: 200, body: '{"code":200,"status":1}' }));
  fixture = await buildDeliveryFixture(server, receiver);
  await fixture.webhook();
});

/** Every lane is looked at, as it is once a minute anyway. */
async function sendAll(): Promise<ReturnType<typeof WebhookPayload.parse>[]> {
  await server.pool.query('update delivery_lanes set due_at = $1, hints = hints + 1', [server.clock.now()]);
  receiver.take();
  await fixture.send();
  return receiver
    .take()
    .filter(({ path }) => path === '/hook')
    .map(({ body }) => WebhookPayload.parse(JSON.parse(body)));
}

async function claim({ installId }: TestDevice): Promise<void> {
  const answer = { campaignId: '1', adGroupId: null, adId: null };
  const ofApple: Claim = {
    network: APPLE,
    kind: 'click',
    at: null,
    platform: 'ios',
    foundBy: 'adservices',
    answer,
  };
  await applyClaim(server.kit, { projectId: fixture.projectId, installId, claim: ofApple });
}

const installWaiting = (count: number) => fixture.planned(count);

test('an install that a network may claim is held until it does, and is sent with the claim alone', async () => {
  const phone = fixture.device({ platform: 'IOS' });
  await openWithToken(phone, 'token of Apple');
  await phone.event('checkout');
  await installWaiting(2);
  expect(await sendAll()).toEqual([]);
  await claim(phone);
  const messages = await sendAll();
  expect(messages.map(({ type, data }) => [type, data.attribution.network]).sort()).toEqual([
    ['event', APPLE],
    ['install', APPLE],
  ]);
  expect(await fixture.deliveries()).toHaveLength(2);
});

test('an install that nobody claims is sent when the hold ends', async () => {
  const phone = fixture.device({ platform: 'IOS' });
  await openWithToken(phone, 'token of Apple');
  await installWaiting(1);
  server.clock.advance(59 * SECOND_MS);
  expect(await sendAll()).toEqual([]);
  server.clock.advance(2 * SECOND_MS);
  expect(await sendAll()).toMatchObject([{ type: 'install', data: { decision: { revision: 1 } } }]);
});

test('a claim after that is sent as a revision, and what was sent before it is marked', async () => {
  await fixture.connect('mixpanel');
  const phone = fixture.device({ platform: 'IOS' });
  await openWithToken(phone, 'token of Apple');
  await phone.event('checkout');
  await installWaiting(4);
  server.clock.advance(MINUTE_MS + SECOND_MS);
  await sendAll();
  expect((await fixture.deliveries()).map(({ sent_before_revision }) => sent_before_revision)).toEqual(
    Array(4).fill(null),
  );
  await claim(phone);
  await server.pool.query('update delivery_lanes set due_at = $1, hints = hints + 1', [server.clock.now()]);
  await fixture.send();
  const requests = receiver.take();
  const message = requests.find(({ path }) => path === '/hook');
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'decision_revised',
    data: { attribution: { network: APPLE }, decision: { revision: 2 } },
  });
  const profile = requests.find(({ path }) => path.includes('/engage'));
  expect(JSON.parse(profile?.body ?? '')).toMatchObject([{ $set: { '[Trailmark] network': APPLE } }]);
  const ledger = await fixture.deliveries();
  expect(ledger.map(({ kind, sent_before_revision: revision }) => `${kind} ${revision}`).sort()).toEqual([
    ...['decision_revised null', 'decision_revised null', 'event 2', 'event 2', 'install 2', 'install 2'],
  ]);
});

test('a second claim, which changes nothing, is sent to nobody', async () => {
  const phone = fixture.device({ platform: 'IOS' });
  await openWithToken(phone, 'token of Apple');
  await installWaiting(1);
  await claim(phone);
  await claim(phone);
  expect(await sendAll()).toHaveLength(1);
});

test('a return by a link is sent as a re-engagement or a reattribution', async () => {
  const [first, second] = [await fixture.campaign(), await fixture.campaign()];
  const phone = fixture.device();
  await phone.click(first.slug, phone.idQuery);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  await installWaiting(1);
  await sendAll();
  server.clock.advance(10 * 24 * 60 * MINUTE_MS);
  const url = `${server.url}/l/${second.slug}?tm_click=${await phone.clickToken(second.slug)}`;
  await phone.deeplink(url);
  await installWaiting(2);
  expect(await sendAll()).toMatchObject([
    { type: 'reattribution', data: { attribution: { campaign_id: second.id } } },
  ]);
});

test('a repeat goes out under the ids of the person that it was first sent with', async () => {
  await fixture.connect('mixpanel');
  const phone = fixture.device();
  await phone.event('checkout');
  await installWaiting(2);
  receiver.answer(({ path }) => (path.includes('/import') ? null : { status: 200, body: '{}' }));
  await sendAll();
  await phone.call('set-user-data', { user_data: { id: 'user-later' } });
  server.clock.advance(MINUTE_MS);
  receiver.answer(() => ({ status: 200, body: '{"code":200,"status":"OK"}' }));
  await server.pool.query('update delivery_lanes set due_at = $1, hints = hints + 1', [server.clock.now()]);
  await fixture.send();
  const again = receiver.take().find(({ path }) => path.includes('/import'));
  expect(JSON.parse(again?.body ?? '')).toMatchObject([{ properties: { distinct_id: phone.installId } }]);
});

test('an install that goes out after a reattribution leaves the profile as it is', async () => {
  await fixture.connect('mixpanel');
  receiver.answer(({ path }) => (path.includes('tools') ? { status: 503 } : { status: 200 }));
  const [first, second] = [await fixture.campaign(), await fixture.campaign()];
  const phone = fixture.device();
  await phone.click(first.slug, phone.idQuery);
  server.clock.advance(MINUTE_MS);
  await phone.init();
  await installWaiting(2);
  server.clock.advance(10 * 24 * 60 * MINUTE_MS);
  const token = await phone.clickToken(second.slug);
  await phone.deeplink(`${server.url}/l/${second.slug}?tm_click=${token}`);
  await installWaiting(4);
  receiver.answer(() => ({ status: 200, body: '{"code":200,"status":1}' }));
  receiver.take();
  await server.pool.query('update delivery_lanes set due_at = $1, hints = hints + 1', [server.clock.now()]);
  await fixture.send();
  const profiles = receiver.take().filter(({ path }) => path.includes('/engage'));
  expect(profiles.flatMap(({ body }) => JSON.parse(body))).toMatchObject([
    { $set: { '[Trailmark] campaign': second.name, '[Trailmark] creative': 'none' } },
  ]);
});

test('credentials that cannot be read any more stop a connection instead of sending without them', async () => {
  await fixture.device().event('checkout');
  await installWaiting(1);
  await server.pool.query(
    `update connections set sealed_credentials = 'of-another-key' where project_id = $1`,
    [fixture.projectId],
  );
  expect(await sendAll()).toEqual([]);
  const { rows } = await server.pool.query('select state, reason from connections where project_id = $1', [
    fixture.projectId,
  ]);
  expect(rows).toEqual([{ state: 'attention', reason: expect.stringContaining('SECRET_KEY') }]);
});
