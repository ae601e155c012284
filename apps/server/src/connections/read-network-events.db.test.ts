import type { NetworkEvent } from '@trailmark/core/destinations/network-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { buildDeliveryFixture, type DeliveryFixture, receiverEnv } from '../testing/delivery-fixture.ts';
import { startReceiver, type TestReceiver } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { withDetails } from './read-network-events.ts';
import { readDue } from './read-sources.ts';

let receiver: TestReceiver;
let server: TestServer;
let fixture: DeliveryFixture;
let connectionId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ env: receiverEnv(receiver) });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  // In Kolkata, the zone of the project, it is half past three in the afternoon.
  server.clock.set(new Date('2026-11-16T10:00:00Z'));
  fixture = await buildDeliveryFixture(server, receiver);
  ({ id: connectionId } = await fixture.webhook());
});

/** What is planned, in the order in which it happened. */
async function readAll(count: number) {
  await fixture.planned(count);
  const { projectId } = fixture;
  const query = { projectId, connectionId, now: server.clock.now(), limit: 100, except: [] };
  const due = await readDue(server.db, query);
  const detailed = await withDetails(server.db, { project_id: projectId, kind: 'META' }, due);
  return detailed
    .flatMap(({ event }) => (event ? [event as NetworkEvent] : []))
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
}

test('an event has its device, its person and the click that is credited', async () => {
  const campaign = await fixture.campaign({ network: 'META' });
  const phone = fixture.device();
  await phone.click(campaign.slug, `${phone.idQuery}&fbclid=F-1&gclid=G-1&sub1=x`);
  const clickedAt = server.clock.now();
  server.clock.advance(MINUTE_MS);
  await phone.init();
  await phone.call('trigger', {
    user_data: { id: 'asha', email: 'asha@example.com', phone: '+91 98765 43210' },
    data: {},
  });
  const install = (await readAll(2)).find(({ kind }) => kind === 'install');
  expect(install).toMatchObject({
    kind: 'install',
    device: {
      advertisingId: phone.advertisingId,
      osVersion: '13',
      model: 'Pixel 7',
      language: 'en-IN',
      appVersion: '2.3.4',
      ip: phone.ip,
      userAgent: expect.stringContaining('Android'),
      pageUrl: null,
    },
    contact: { email: 'asha@example.com', phone: '+91 98765 43210' },
    click: { at: clickedAt, ids: { fbclid: 'F-1', gclid: 'G-1', sub1: 'x' } },
    isFirst: true,
    isFirstOfDay: true,
  });
});

test('an organic install has no click', async () => {
  await fixture.device().init();
  expect(await readAll(1)).toMatchObject([
    { click: null, contact: { email: null, phone: null }, credit: { network: 'ORGANIC' } },
  ]);
});

test('which is the first of an install, and of its day in the zone of the project, is known', async () => {
  const [phone, other] = [fixture.device(), fixture.device()];
  await phone.init();
  for (const hours of [0, 1, 8, 1]) {
    server.clock.advance(hours * HOUR_MS + 1);
    await phone.event('buy');
  }
  await phone.event('look');
  server.clock.advance(1);
  await other.event('buy');
  const events = await readAll(7);
  const seen = events.filter(({ name }) => name === 'buy');
  expect(
    seen.map(({ installId, isFirst, isFirstOfDay }) => [
      installId === phone.installId,
      isFirst,
      isFirstOfDay,
    ]),
  ).toEqual([
    [true, true, true],
    [true, false, false],
    // Half past midnight there.
    [true, false, true],
    [true, false, false],
    [false, true, true],
  ]);
});

test('what the person agreed to is what the app said last; what it does not say stays', async () => {
  const phone = fixture.device();
  await phone.init({ consent: { is_eea: '1', ad_user_data: '1', ad_personalization: '1' } });
  const consent = { isEea: true, adUserData: true, adPersonalization: true };
  expect(await readAll(1)).toMatchObject([{ consent }]);
  await phone.init();
  expect(await readAll(1)).toMatchObject([{ consent }]);
  await phone.init({ consent: { is_eea: '1', ad_user_data: '0' } });
  expect(await readAll(1)).toMatchObject([
    { consent: { isEea: true, adUserData: false, adPersonalization: null } },
  ]);
});

test.each([{ ad_storage: 'denied' }, { gpc: true }])(
  'a person who refuses ads refuses the use of their data: %j',
  async (consent) => {
    const phone = fixture.device();
    await phone.init({}, { consent: { ad_user_data: 'granted' } });
    await phone.call('consent', { consent });
    expect(await readAll(1)).toMatchObject([
      { consent: { adUserData: false }, device: { advertisingId: null } },
    ]);
  },
);

test('an event that is gone stays away', async () => {
  await fixture.device().init();
  await fixture.planned(1);
  const due = [{ sourceId: fixture.projectId, attempts: 0, revision: 0, event: null }];
  const account = { project_id: fixture.projectId, kind: 'META' } as const;
  expect(await withDetails(server.db, account, due)).toEqual(due);
  expect(await withDetails(server.db, account, [])).toEqual([]);
});
