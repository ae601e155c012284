import { randomUUID } from 'node:crypto';
import { createSdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { activateSkan, createSkanSchema } from '@trailmark/contract/skan-schema';
import { createStoreListing } from '@trailmark/contract/store-listings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPhoneOnline } from '../../../../../packages/sdk-react-native/src/testing/phone-online.ts';
import type { PhoneScript } from '../../../../../packages/sdk-react-native/src/testing/scripted-phone.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** An app that is built with the SDK for React Native: its native side is scripted, its requests are real. */
const buildApp = ({ skewMs = 0, ...given }: Partial<PhoneScript> & { skewMs?: number } = {}) =>
  createPhoneOnline({ now: () => server.clock.now().getTime() + skewMs, ...given });

type Table = 'installs' | 'events' | 'payments' | 'people';

/** What is stored of a project. */
const rowsOf = (table: Table, { projectId }: AttributionFixture) =>
  server.db.selectFrom(table).selectAll().where('project_id', '=', projectId).execute() as Promise<
    Record<string, unknown>[]
  >;

async function eventNames(project: AttributionFixture): Promise<string[]> {
  return (await rowsOf('events', project)).map(({ name }) => String(name)).sort();
}

const optionsOf = ({ token }: AttributionFixture) => ({ token, endpoint: server.url });

/** Until what was handed to the storage of the phone is written. */
const storedOnPhone = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('an app with the SDK for React Native', () => {
  test('is attributed by the referrer of Google Play, and led to where the link says', async () => {
    const project = await buildAttributionFixture(server);
    const campaign = await project.campaign({
      deep_link: 'kite://sale',
      deferred_deep_link: 'kite://welcome',
    });
    const gaid = randomUUID();
    const click = await project.device({ advertisingId: gaid }).clickToken(campaign.slug);
    server.clock.advance(MINUTE_MS);
    const seconds = server.clock.now().getTime() / 1000;
    const phone = buildApp({
      sources: {
        referrers: [
          {
            store: 'google',
            state: 'ok',
            referrer: `utm_source=x&tm_click=${click}`,
            click_server_seconds: Math.floor(seconds) - 60,
            begin_server_seconds: Math.floor(seconds) - 30,
          },
        ],
      },
    });
    phone.script.device.gaid = gaid;
    const app = phone.launch();
    const heard: unknown[] = [];
    app.trailmark.onAttribution((attribution) => heard.push(attribution));
    app.trailmark.onDeepLink((link) => heard.push(link));
    await app.trailmark.init(optionsOf(project));
    await until(async () => heard.length === 2);
    const attribution = {
      attributionSource: 'META',
      matchType: 'click_id',
      deeplink: 'kite://welcome',
      campaignData: { name: campaign.name, adNetwork: 'META' },
    };
    expect(heard).toMatchObject([
      attribution,
      { deeplink: 'kite://welcome', isDeferred: true, matchType: 'click_id', attribution },
    ]);
    expect(await app.trailmark.getAttributionData()).toMatchObject(attribution);
    server.clock.advance(MINUTE_MS);
    expect(await app.trailmark.handleDeeplink(`${server.url}/l/${campaign.slug}`)).toMatchObject({
      deeplink: 'kite://sale',
      isTrailmark: true,
      attribution: { attributionSource: 'META' },
    });
    expect(heard[2]).toMatchObject({ deeplink: 'kite://sale', isDeferred: false, matchType: 'deep_link' });
    const [install, ...others] = await rowsOf('installs', project);
    expect(others).toEqual([]);
    expect(install).toMatchObject({
      advertising_id: gaid,
      app_version: '2.3.4',
      model: 'Pixel 7',
      platform: 'android',
      sdk_version: 'react-native@0.1.0',
    });
  });

  test('registers the conversion values that the server answers, on iOS', async () => {
    const project = await buildAttributionFixture(server);
    const query = { project_id: project.projectId };
    const listing = { name: 'Kite', platform: 'IOS' as const, url: 'https://apps.apple.com/app/id7788' };
    await project.owner.call(createStoreListing, { body: { ...query, ...listing } });
    const bases = ['signup', { type: 'revenue' as const, bounds: ['100'] }];
    await project.owner.call(createSkanSchema, { query, body: { bases } });
    await project.owner.call(activateSkan, { query, body: { activate_skan: true } });
    const phone = buildApp({ platform: 'IOS' });
    const { trailmark } = phone.launch();
    await trailmark.init(optionsOf(project));
    await until(async () => phone.conversionValues.length === 2);
    await trailmark.signup({ user_data: { id: 'u1' } });
    await until(async () => phone.conversionValues.some(({ fine }) => fine === 1));
    await trailmark.capturePayment({ userId: 'u1', amount: 120, currency: 'INR' });
    await until(async () => phone.conversionValues.some(({ fine }) => fine === 3));
    expect(phone.conversionValues[0]).toEqual({ fine: 0 });
    expect(phone.conversionValues[1]).toEqual({ fine: 0, coarse: 'low', lock: false });
    expect(phone.conversionValues.at(-1)).toEqual({ fine: 3, coarse: 'high', lock: false });
  });

  test('sends people, events and payments', async () => {
    const project = await buildAttributionFixture(server);
    const { trailmark } = buildApp().launch();
    trailmark.enablePIIHashing();
    void trailmark.init(optionsOf(project));
    await trailmark.signup({
      user_data: { id: 'u1', name: 'Asha', email: 'asha@kite.example' },
      data: { plan: 'pro' },
    });
    await trailmark.setUserData({ id: 'u1', mixpanel_distinct_id: 'm1' });
    await trailmark.setCustomerUserId('u1');
    await trailmark.trackEvent('add_to_cart', { sku: 'a' });
    await trailmark.trackEvent('add_to_cart', { sku: 'b' }, 'e1');
    await trailmark.trackEvent('add_to_cart', { sku: 'b' }, 'e1');
    await trailmark.capturePayment({ amount: '19.90', currency: 'EUR', paymentId: 'p1', type: 'ONE_TIME' });
    await trailmark.capturePayment({ amount: 5, paymentId: 'p2' });
    await trailmark.removePayment({ paymentId: 'p2' });
    await trailmark.setAdditionalData({ clevertapId: 'c1' });
    await trailmark.setPushToken('push-1');
    await trailmark.trackScreen('Cart', { items: 2 });
    await trailmark.flush();
    const [person] = await rowsOf('people', project);
    expect(person).toMatchObject({ user_id: 'u1', name: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const names = await eventNames(project);
    expect(names.filter((name) => name === 'add_to_cart')).toHaveLength(2);
    for (const once of ['$session_start', '$screen_view', '$signup']) {
      expect(names.filter((name) => name === once)).toEqual([once]);
    }
    const payments = await rowsOf('payments', project);
    expect(payments.map(({ payment_id, status }) => [payment_id, status]).sort()).toEqual([
      ['p1', 'PAYMENT_COMPLETED'],
      ['p2', expect.stringMatching(/REFUND/)],
    ]);
    const [install] = await rowsOf('installs', project);
    expect(install).toMatchObject({ push_token: 'push-1' });
  });

  test('signs its requests where the project requires it, also with a wrong clock', async () => {
    // The time of an answer is that of the machine.
    server.clock.set(new Date());
    const project = await buildAttributionFixture(server);
    const { owner, projectId } = project;
    const made = await owner.call(createSdkCredential, {
      body: { project_id: projectId, platform: 'ANDROID' },
    });
    await owner.call(updateSdkCredential, { body: { project_id: projectId, signing: 'required' } });
    const key = { keyId: made.credential.key_id, secretKey: made.secret_key };
    const unsigned = buildApp().launch().trailmark;
    await unsigned.init(optionsOf(project));
    await unsigned.flush();
    expect(await rowsOf('installs', project)).toEqual([]);
    for (const skewMs of [0, 3 * HOUR_MS, -3 * HOUR_MS]) {
      const { trailmark } = buildApp({ skewMs }).launch();
      await trailmark.init({ ...optionsOf(project), ...key });
      await trailmark.trackEvent('signed', { skewMs });
      await trailmark.flush();
      expect(await trailmark.getAttributionData()).toMatchObject({ attributionSource: 'ORGANIC' });
    }
    expect(await rowsOf('installs', project)).toHaveLength(3);
    expect((await eventNames(project)).filter((name) => name === 'signed')).toHaveLength(3);
  });

  test('begins a session when it comes back after half an hour', async () => {
    const project = await buildAttributionFixture(server);
    const { trailmark, setForeground } = buildApp().launch();
    await trailmark.init(optionsOf(project));
    for (const minutes of [10, 40]) {
      setForeground(false);
      server.clock.advance(minutes * MINUTE_MS);
      setForeground(true);
      await storedOnPhone();
      await trailmark.flush();
    }
    const sessions = (await rowsOf('events', project)).filter(({ name }) => name === '$session_start');
    expect(sessions).toHaveLength(2);
  });

  test('sends what happened offline with its own time', async () => {
    const project = await buildAttributionFixture(server);
    let isOffline = true;
    const phone = buildApp({
      skewMs: 5 * HOUR_MS,
      fetch: async (url, init) => {
        if (isOffline) throw new TypeError('Network request failed');
        return await fetch(url, init);
      },
    });
    const { trailmark } = phone.launch();
    const openedAt = server.clock.now();
    await trailmark.init(optionsOf(project));
    server.clock.advance(20 * MINUTE_MS);
    const happenedAt = server.clock.now();
    await trailmark.trackEvent('offline');
    server.clock.advance(HOUR_MS);
    isOffline = false;
    await until(async () => {
      await trailmark.flush();
      return (await eventNames(project)).includes('offline');
    });
    const [install] = await rowsOf('installs', project);
    const event = (await rowsOf('events', project)).find(({ name }) => name === 'offline');
    expect(install?.installed_at).toEqual(openedAt);
    expect(event?.occurred_at).toEqual(happenedAt);
  });

  test('collects nothing before it may', async () => {
    const project = await buildAttributionFixture(server);
    const { trailmark } = buildApp().launch();
    await trailmark.init({ ...optionsOf(project), consent: { analyticsStorage: 'denied', isEea: true } });
    await trailmark.trackEvent('before');
    await trailmark.flush();
    expect(await rowsOf('installs', project)).toEqual([]);
    await trailmark.setConsent({
      analyticsStorage: 'granted',
      adUserData: 'granted',
      adPersonalization: 'denied',
    });
    await trailmark.trackEvent('after');
    await trailmark.flush();
    const [install] = await rowsOf('installs', project);
    expect(install?.consent).toMatchObject({
      isEea: true,
      analyticsStorage: true,
      adUserData: true,
      adPersonalization: false,
    });
    expect(await eventNames(project)).toContain('after');
    expect(await eventNames(project)).not.toContain('before');
  });
});
