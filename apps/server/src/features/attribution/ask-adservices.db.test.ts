import { attributed } from '@trailmark/sandbox/apple/adservices';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import {
  holdSeconds,
  newAppleToken,
  openWithToken,
  runJobsNow,
  waitingJobs,
} from '../../testing/apple-claims.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let sandbox: Sandbox;
let server: TestServer;
let fixture: AttributionFixture;
beforeAll(async () => {
  sandbox = await startSandbox();
  server = await startTestServer({ env: { ADSERVICES_URL: sandbox.adServicesUrl } });
});
afterAll(async () => {
  await server.stop();
  await sandbox.stop();
});
beforeEach(async () => {
  server.clock.set(new Date('2026-03-10T10:00:00Z'));
  sandbox.adServices.clear();
  await sql`delete from graphile_worker._private_jobs`.execute(server.db);
  fixture = await buildAttributionFixture(server);
});

const iphone = () => fixture.device({ platform: 'IOS' });

describe('Apple is asked', () => {
  test('with a token that nobody can read while it waits', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    await openWithToken(phone, token);
    expect(JSON.stringify(await waitingJobs(server))).not.toContain(token.slice(0, 20));
    expect(await waitingJobs(server)).toHaveLength(1);
  });

  test('only about first opens, of iPhones, that bring a token', async () => {
    const phone = iphone();
    await phone.init();
    await openWithToken(phone, newAppleToken());
    await openWithToken(fixture.device({ platform: 'ANDROID' }), newAppleToken());
    expect(await waitingJobs(server)).toEqual([]);
    expect(await holdSeconds(server, phone)).toBeNull();
  });

  test('and says no: the hold ends and nothing changes', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    await openWithToken(phone, token);
    await server.runJobs();
    expect(await holdSeconds(server, phone)).toBeNull();
    expect(await fixture.decisions(phone)).toHaveLength(1);
    expect(await waitingJobs(server)).toEqual([]);
  });

  test('and sends its sample: nothing changes', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, attributed({ orgId: 1234567890 }));
    await openWithToken(phone, token);
    await server.runJobs();
    expect(await fixture.decisions(phone)).toHaveLength(1);
  });

  test('again after five seconds when it does not know the token yet', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, { status: 404 }, attributed());
    await openWithToken(phone, token);
    await server.runJobs();
    expect((await waitingJobs(server)).map((one) => one.seconds)).toEqual([5]);
    expect(await holdSeconds(server, phone)).toBe(60);
    await runJobsNow(server);
    expect((await fixture.decision(phone)).network).toBe('APPLE');
    expect(await waitingJobs(server)).toEqual([]);
  });

  test('three times at most about a token that it does not know', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, { status: 404 });
    await openWithToken(phone, token);
    for (let count = 0; count < 5; count += 1) await runJobsNow(server);
    expect(sandbox.adServices.requests()).toHaveLength(3);
    expect([await holdSeconds(server, phone), await waitingJobs(server)]).toEqual([null, []]);
  });

  test('once about a token that it refuses', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, { status: 400 });
    await openWithToken(phone, token);
    await runJobsNow(server);
    expect(sandbox.adServices.requests()).toHaveLength(1);
    expect([await holdSeconds(server, phone), await waitingJobs(server)]).toEqual([null, []]);
  });

  test('later when it is out of order, as long as the token lives', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, { status: 500 }, { status: 503 }, attributed());
    await openWithToken(phone, token);
    await server.runJobs();
    expect(await waitingJobs(server)).toMatchObject([{ attempts: 1 }]);
    await runJobsNow(server);
    server.clock.advance(23 * HOUR_MS);
    await runJobsNow(server);
    expect((await fixture.decision(phone)).network).toBe('APPLE');
  });

  test('no more when the token is a day old', async () => {
    const [phone, token] = [iphone(), newAppleToken()];
    sandbox.adServices.script(token, { status: 500 });
    await openWithToken(phone, token);
    await server.runJobs();
    server.clock.advance(DAY_MS);
    await runJobsNow(server);
    expect(sandbox.adServices.requests()).toHaveLength(1);
    expect([await holdSeconds(server, phone), await waitingJobs(server)]).toEqual([null, []]);
  });
});
