import { randomUUID } from 'node:crypto';
import { createSdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeRandom } from '../../../../../packages/sdk-core/src/testing/fake-device.ts';
import {
  createScriptedPhone,
  type PhoneScript,
} from '../../../../../packages/sdk-react-native/src/testing/scripted-phone.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { type AttributionFixture, buildAttributionFixture } from '../../testing/attribution-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Timers of the SDK run so much faster, so that a test does not wait for back-off. */
const SPEED = 50;
/** How long the SDK waits for an answer: that is left to the server. */
const ANSWER_MS = 30_000;

/** An app that is built with the SDK for React Native: its native side is scripted, its requests are real. */
function buildApp(given: Partial<PhoneScript> & { ip?: string; skewMs?: number } = {}) {
  const { ip = '103.9.9.9', skewMs = 0, ...script } = given;
  const fetchAsPhone: PhoneScript['fetch'] = (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': ip } });
  return createScriptedPhone({
    platform: 'ANDROID',
    device: {
      brand: 'google',
      device_model: 'Pixel 7',
      system_version: '13',
      language: 'en-IN',
      app_version: '2.3.4',
      installer_package: 'com.android.vending',
    },
    sources: {},
    fetch: fetchAsPhone,
    now: () => server.clock.now().getTime() + skewMs,
    random: Math.random,
    schedule: (run, ms) => void setTimeout(run, ms === ANSWER_MS ? ms : ms / SPEED).unref(),
    ...script,
  });
}

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
      sdk_version: '0.1.0',
    });
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
    await trailmark.flush();
    const [person] = await rowsOf('people', project);
    expect(person).toMatchObject({ user_id: 'u1', name: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const names = (await eventNames(project)).filter((name) => !name.startsWith('$session'));
    expect(names.filter((name) => name === 'add_to_cart')).toHaveLength(2);
    expect(names.filter((name) => name === '$signup')).toHaveLength(1);
    const payments = await rowsOf('payments', project);
    expect(payments.map(({ payment_id, status }) => [payment_id, status]).sort()).toEqual([
      ['p1', 'PAYMENT_COMPLETED'],
      ['p2', expect.stringMatching(/REFUND/)],
    ]);
    const [install] = await rowsOf('installs', project);
    expect(install).toMatchObject({ push_token: 'push-1' });
  });

  test('signs its requests where the project requires it, also with a wrong clock', async () => {
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

const FAULTS = ['unreachable', 'answer lost', 'refused for now', 'broken answer'] as const;

/** A network on which requests and answers are lost. */
function createBadNetwork(random: () => number) {
  let isBad = true;
  const sendBadly: PhoneScript['fetch'] = async (url, init) => {
    const fault = isBad && random() < 0.6 ? FAULTS[Math.floor(random() * FAULTS.length)] : null;
    if (fault === 'unreachable') throw new TypeError('Network request failed');
    const answer = await fetch(url, init);
    if (fault === 'answer lost') throw new TypeError('Network request failed');
    const headers = { get: () => null };
    if (fault === 'refused for now') return { status: 503, headers, json: async () => null };
    if (fault === 'broken answer') return { status: 200, headers, json: async () => null };
    return answer;
  };
  return {
    fetch: sendBadly,
    heal: () => {
      isBad = false;
    },
  };
}

const SEED = Number(process.env.SDK_SEED ?? 20_261_118);

test(`stores everything once, whatever the network does and whenever the app is killed (SDK_SEED=${SEED})`, async () => {
  const project = await buildAttributionFixture(server);
  const random = createFakeRandom(SEED);
  const { heal, ...network } = createBadNetwork(random);
  const phone = buildApp({ ...network, random });
  const sent: string[] = [];
  let count = 0;
  for (let start = 0; start < 8; start += 1) {
    const { trailmark, kill, setForeground } = phone.launch();
    void trailmark.init(optionsOf(project));
    for (let step = 0; step < 6; step += 1) {
      count += 1;
      if (count % 7 === 0) await trailmark.capturePayment({ amount: count, paymentId: `p${count}` });
      else await trailmark.trackEvent('step', { count });
      sent.push(count % 7 === 0 ? `p${count}` : String(count));
      if (random() < 0.3) setForeground(random() < 0.5);
      if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, random() * 60));
    }
    await storedOnPhone();
    kill();
  }
  heal();
  const { trailmark } = phone.launch();
  await trailmark.init(optionsOf(project));
  await until(async () => {
    await trailmark.flush();
    const queue = [...phone.items].find(([key]) => key === 'tm.q');
    return queue === undefined;
  });
  expect(await rowsOf('installs', project)).toHaveLength(1);
  const events = await rowsOf('events', project);
  const steps = events.filter(({ name }) => name === 'step');
  const payments = await rowsOf('payments', project);
  const stored = [
    ...steps.map(({ data }) => String((data as { count: number }).count)),
    ...payments.map(({ payment_id }) => String(payment_id)),
  ];
  expect(stored.sort()).toEqual(sent.sort());
});
