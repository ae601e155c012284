import { APPLE, ORGANIC } from '@trailmark/contract/networks';
import type { Claim } from '@trailmark/core/attribution/claim';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '../db/connection.ts';
import { createPartitions } from '../db/partitions.ts';
import { createLimitHits } from '../features/ingest/limit-hits.ts';
import { type App, buildApp } from '../http/app.ts';
import { attributedEventsOf } from '../pipeline/attributed-event.ts';
import type { Group } from '../pipeline/group.ts';
import { processClaims } from '../pipeline/process-units.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { openWithToken } from '../testing/apple-claims.ts';
import { type AttributionFixture, buildAttributionFixture } from '../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createIngest, type IngestParts, NO_LIMIT, stepsOf } from './ingest.ts';

let server: TestServer;
let connection: Connection;
let ingest: IngestParts;
let app: App;
let url: string;
let groups: Group[];
let fixture: AttributionFixture;
beforeAll(async () => {
  server = await startTestServer();
  connection = connect(server.databaseUrl, { onIdleError: () => {} });
  ingest = createIngest(server.kit, {
    connection,
    ips: server.ips,
    recordAppOpen: async () => '',
    forwardPostback: () => Promise.reject(new Error('nobody forwards a postback here')),
    onStored: (group) => groups.push(group),
  });
  app = await buildApp(server.kit);
  await ingest.mount(app);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await ingest.stop();
  await connection.close();
  await server.stop();
});
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  groups = [];
  fixture = await buildAttributionFixture({ ...server, url });
});

/** What the groups since the last look have stored. */
const newEvents = () => groups.splice(0).flatMap(attributedEventsOf);

async function claim(installId: string): Promise<void> {
  const { kit } = server;
  const partitions = createPartitions(connection.pool, kit.clock);
  const steps = stepsOf(kit, { partitions, ips: server.ips, hits: createLimitHits(kit) });
  const work = { db: kit.db, now: kit.clock.now(), steps, partitions, limit: NO_LIMIT };
  const answer = { campaignId: '1', adGroupId: null, adId: null, kind: 'click', at: null } as Claim['answer'];
  const ofApple: Claim = {
    network: APPLE,
    kind: 'click',
    at: null,
    platform: 'ios',
    foundBy: 'adservices',
    answer,
  };
  groups.push(...(await processClaims(work, [{ projectId: fixture.projectId, installId, claim: ofApple }])));
}

test('an install, what it does, and a claim of it are events with the credit of their time', async () => {
  const phone = fixture.device({ platform: 'IOS' });
  await openWithToken(phone, 'token of Apple');
  const installedAt = server.clock.now();
  const claimPendingUntil = new Date(installedAt.getTime() + 60 * SECOND_MS);
  const organic = {
    credit: expect.objectContaining({ network: ORGANIC }),
    matchType: 'organic',
    revision: 1,
  };
  const ofPhone = { installId: phone.installId, projectId: fixture.projectId, platform: 'ios' };
  expect(newEvents()).toMatchObject([
    { ...ofPhone, ...organic, kind: 'install', occurredAt: installedAt, claimPendingUntil },
    { ...ofPhone, ...organic, kind: 'open', occurredAt: installedAt, claimPendingUntil },
  ]);

  server.clock.advance(MINUTE_MS);
  await phone.event('buy', { event_id: 'one' });
  expect(newEvents()).toMatchObject([
    { ...ofPhone, ...organic, kind: 'event', name: 'buy', claimPendingUntil },
  ]);
  await phone.event('buy', { event_id: 'one' });
  expect(newEvents()).toEqual([]);

  const ofApple = {
    credit: { network: APPLE },
    matchType: 'adservices',
    revision: 2,
    claimPendingUntil: null,
  };
  await claim(phone.installId);
  expect(newEvents()).toMatchObject([
    { ...ofPhone, ...ofApple, kind: 'install', occurredAt: installedAt, receivedAt: server.clock.now() },
  ]);
  await claim(phone.installId);
  expect(newEvents()).toEqual([]);

  await phone.call('capture-payment', { user_id: 'u1', amount: 99.5, payment_id: phone.installId });
  const payment = { kind: 'payment', userId: 'u1', amount: '99.5', data: { payment_id: phone.installId } };
  expect(newEvents()).toMatchObject([{ ...ofPhone, ...ofApple, ...payment }]);
});
