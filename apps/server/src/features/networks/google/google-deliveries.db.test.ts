import { createHash } from 'node:crypto';
import { createEventMap } from '@trailmark/contract/event-maps';
import { deleteGoogleAdsAccount, updateGoogleAdsSettings } from '@trailmark/contract/google-ads';
import {
  GOOGLE_CLIENT,
  GOOGLE_DEV_TOKEN,
  GOOGLE_LINKS,
  GOOGLE_MANAGER,
} from '@trailmark/sandbox/google-ads/google-ads.data';
import { type Sandbox, startSandbox } from '@trailmark/sandbox/start';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshGoogleToken } from '../../../networks/google-login.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { connectGoogle, connectGoogleApp } from '../../../testing/connect-google.ts';
import type { DeliveryFixture } from '../../../testing/delivery-fixture.ts';
import type { TestDevice } from '../../../testing/device.ts';
import { openedTokens, startNetworkDeliveries } from '../../../testing/network-server.ts';
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
  account = await connectGoogleApp(fixture, GOOGLE_CLIENT, {
    dev_token: GOOGLE_DEV_TOKEN,
    android: GOOGLE_LINKS[0]?.linkId ?? '',
  });
});

const addMap = (event: string, network_event: string, over: object = {}) =>
  fixture.owner.call(createEventMap, {
    params: { project_id: fixture.projectId },
    body: { ad_network_id: account, event, network_event, installs: 'all', ...over },
  });
const google = () => sandbox.receivers.get('google-ads');
const act = (action: string, body: object = {}) =>
  fetch(`${sandbox.httpUrl}/receivers/google-ads/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** The calls of one kind that Google answered with success. */
const calls = (endpoint: string) =>
  google()
    .received.requests()
    .filter((one) => one.endpoint === endpoint && one.status === 200);
const ingested = () =>
  calls('ingest').flatMap(({ body }) => JSON.parse(body) as { destinations: object[]; events: object[] });
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const states = async () =>
  (await fixture.deliveries()).map(({ state, kind, reason }) => ({ kind, state, reason }));
const connection = () =>
  server.db
    .selectFrom('connections')
    .select(['state', 'reason', 'blocked_until'])
    .where('connection_id', '=', account)
    .executeTakeFirst();
const INIT = { app_version: '3.2.0', os_version: '14' };

/** Somebody who clicks an ad of Google, installs the app and pays. */
async function buy(): Promise<TestDevice> {
  const campaign = await fixture.campaign({ network: 'GOOGLE' });
  const phone = fixture.device();
  await phone.click(campaign.slug, `${phone.idQuery}&gclid=EAIaIQ-abc`);
  server.clock.advance(MINUTE_MS);
  await phone.init(INIT);
  await phone.call('set-user-data', { user_data: { id: 'asha', email: 'Asha@Example.com' } });
  const payment = { payment_id: 'p-1', user_id: 'asha', amount: 499, currency: 'INR', type: 'DEFAULT' };
  const answer = await phone.call('capture-payment', { ...payment, status: 'PAYMENT_COMPLETED' });
  expect(answer.status).toBe(200);
  return phone;
}

describe('sending', () => {
  test('events of the app go to its link, and what is mapped to a conversion action to Data Manager', async () => {
    await addMap('install', 'first_open', { value: { from: 'none' } });
    await addMap('payment', '910001');
    const phone = await buy();
    await fixture.planned(2);
    await fixture.send();
    expect(await states()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    const [open] = google().received.items();
    expect(open?.data ?? open).toMatchObject({
      link_id: GOOGLE_LINKS[0]?.linkId,
      app_event_type: 'first_open',
      rdid: phone.advertisingId,
      id_type: 'advertisingid',
      lat: '0',
      market_referrer_gclid: 'EAIaIQ-abc',
    });
    expect(ingested()).toMatchObject([
      {
        destinations: [
          {
            productDestinationId: '910001',
            operatingAccount: { accountId: '5550002221' },
            loginAccount: { accountId: GOOGLE_MANAGER.id },
          },
        ],
        events: [
          {
            conversionValue: 499,
            currency: 'INR',
            eventSource: 'APP',
            adIdentifiers: { gclid: 'EAIaIQ-abc', mobileDeviceId: phone.advertisingId },
            userData: { userIdentifiers: [{ emailAddress: hash('asha@example.com') }] },
          },
        ],
      },
    ]);
  });

  test('what Google took without saying so is sent again, and recognised', async () => {
    await addMap('payment', '910001');
    await buy();
    await fixture.planned(1);
    google().setFaults([{ answer: 500, take: true, count: 1, only: 'ingest' }]);
    await fixture.send();
    server.clock.advance(30 * MINUTE_MS);
    await fixture.send();
    expect(await fixture.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(google().received.counts()).toMatchObject({ repeats: 1 });
  });

  test('without a link for the platform it is left out, and the reason says so', async () => {
    await addMap('install', 'first_open');
    await fixture.device({ platform: 'IOS' }).init(INIT);
    await fixture.planned(1);
    await fixture.send();
    expect(await states()).toMatchObject([
      { state: 'skipped', reason: 'No link id is entered for this platform.' },
    ]);
  });

  test('after the dev_token is deleted events of the app are left out, and those of Data Manager go on', async () => {
    await addMap('install', 'first_open');
    await addMap('payment', '910001');
    await fixture.owner.call(updateGoogleAdsSettings, {
      body: { project_id: fixture.projectId, client_id: GOOGLE_CLIENT.id, dev_token: null },
    });
    await buy();
    await fixture.planned(2);
    await fixture.send();
    // The clock stands still: neither is the newer one.
    const found = await states();
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ kind: 'payment', state: 'delivered', reason: null });
    expect(found).toContainEqual({
      kind: 'install',
      state: 'skipped',
      reason: expect.stringContaining('dev_token'),
    });
    expect(calls('app_conversion')).toEqual([]);
  });

  test('the ledger shows what was sent, without the token and the dev_token', async () => {
    await addMap('install', 'first_open');
    await addMap('payment', '910001');
    await buy();
    await fixture.planned(2);
    const { access_token = '' } = await openedTokens(server, fixture.projectId);
    await fixture.send();
    const shown = await Promise.all(
      (await fixture.deliveries()).map(({ delivery_id }) => fixture.details(delivery_id)),
    );
    const text = [JSON.stringify(shown), ...network.lines].join('\n');
    expect(text).toContain('conversion/app/1.0');
    for (const secret of [access_token, GOOGLE_DEV_TOKEN]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text).not.toContain(secret);
    }
  });
});

describe('the access token', () => {
  beforeEach(async () => {
    await addMap('payment', '910001');
    await buy();
    await fixture.planned(1);
  });

  test('is renewed before something is sent with one that has ended', async () => {
    const before = await openedTokens(server, fixture.projectId);
    server.clock.advance(2 * HOUR_MS);
    await fixture.send();
    expect(await states()).toMatchObject([{ state: 'delivered' }]);
    const after = await openedTokens(server, fixture.projectId);
    expect(after.access_token).not.toBe(before.access_token);
    expect(after.refresh_token).toBe(before.refresh_token);
  });

  test('is renewed once, however many need it at the same time', async () => {
    const { login_id: loginId } = await server.db
      .selectFrom('network_logins')
      .select('login_id')
      .where('project_id', '=', fixture.projectId)
      .executeTakeFirstOrThrow();
    server.clock.advance(2 * HOUR_MS);
    const { length: tokenCalls } = calls('token');
    const key = { projectId: fixture.projectId, loginId };
    const tokens = await Promise.all([1, 2, 3].map(() => freshGoogleToken(server.kit, key)));
    expect(new Set(tokens).size).toBe(1);
    expect(calls('token')).toHaveLength(tokenCalls + 1);
  });

  test('that Google does not renew pauses the account and asks; connecting again sends what waited', async () => {
    await server.runJobs();
    await act('revoke-access');
    server.clock.advance(2 * HOUR_MS);
    await fixture.send();
    expect(await connection()).toMatchObject({
      state: 'attention',
      reason: expect.stringContaining('invalid_grant'),
    });
    expect(await states()).toMatchObject([{ state: 'waiting' }]);
    const mails = await server.runJobs();
    const [mail, ...others] = mails.filter(({ to }) => to === fixture.owner.email);
    expect(others).toEqual([]);
    expect(mail?.text.paragraphs.join(' ')).toContain('Kite India');
    await connectGoogle(fixture);
    expect(await connection()).toMatchObject({ state: 'active' });
    await fixture.send();
    expect(await states()).toMatchObject([{ state: 'delivered' }]);
  });

  test('that cannot be renewed now makes it wait a minute', async () => {
    server.clock.advance(2 * HOUR_MS);
    google().setFaults([{ answer: 503, only: 'token' }]);
    await fixture.send();
    expect(await connection()).toMatchObject({ state: 'active', blocked_until: expect.any(Date) });
    google().setFaults([]);
    server.clock.advance(2 * MINUTE_MS);
    await fixture.send();
    expect(await states()).toMatchObject([{ state: 'delivered' }]);
  });

  test('is gone with a disconnected account, to which nothing more is sent', async () => {
    const query = { project_id: fixture.projectId, network_account_id: account };
    await fixture.owner.call(deleteGoogleAdsAccount, { query });
    await fixture.send();
    expect(calls('ingest')).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'skipped' }]);
  });
});
