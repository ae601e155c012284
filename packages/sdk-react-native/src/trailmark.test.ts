import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AttributionData } from './attribution.ts';
import type { DeepLink } from './links.ts';
import { createScene, OPTIONS, ORGANIC } from './testing/scripted-server.ts';

const MINUTE = 60_000;
const LINKED = { ...ORGANIC, attribution_source: 'META', match_type: 'click_id', deeplink: 'kite://offers' };

describe('opens', () => {
  test('the first one has what the store says, later ones do not ask again', async () => {
    const scene = createScene({
      sources: {
        referrers: [
          {
            store: 'google',
            state: 'ok',
            referrer: 'tm_click=abc',
            click_server_seconds: 5,
            begin_server_seconds: 9,
          },
        ],
        meta: { source: 'facebook', install_referrer: 'x', is_ct: 1, actual_timestamp: 7 },
      },
    });
    const { trailmark, kill } = scene.phone.launch();
    void trailmark.init({ ...OPTIONS, metaAppId: '42' });
    await scene.time.pass(1000);
    kill();
    void scene.phone.launch().trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    expect(scene.calls()).toEqual(['init', 'session-start', 'init']);
    const [first, second] = scene.bodies('init');
    expect(first).toMatchObject({
      platform: 'ANDROID',
      app_version: '2.3',
      package_version: 'react-native@0.1.0',
      device_data: {
        device_model: 'Pixel 7',
        gaid: 'g',
        install_ref: 'tm_click=abc',
        referrer_click_timestamp_server_seconds: 5,
        install_begin_timestamp_server_seconds: 9,
        meta_install_ref: { is_ct: 1 },
      },
    });
    expect(second?.install_instance_id).toBe(first?.install_instance_id);
    expect(second?.device_data).not.toHaveProperty('install_ref');
    expect(scene.phone.reads.sources).toEqual([{ metaAppId: '42', pasteboard: false }]);
  });

  test('a store that does not answer is asked at three starts', async () => {
    const scene = createScene({ sources: { referrers: [{ store: 'google', state: 'unavailable' }] } });
    for (let start = 0; start < 5; start += 1) {
      const { trailmark, kill } = scene.phone.launch();
      void trailmark.init(OPTIONS);
      await scene.time.pass(1000);
      kill();
    }
    expect(scene.phone.reads.sources).toHaveLength(3);
    expect(scene.bodies('init')).toHaveLength(5);
  });

  test('a native side that hangs does not stop the app from being measured', async () => {
    const scene = createScene();
    const { trailmark } = scene.phone.launch();
    scene.phone.script.sources = new Promise(() => {}) as never;
    void trailmark.init(OPTIONS);
    void trailmark.trackEvent('opened');
    await scene.time.pass(30_000);
    expect(scene.calls()).toEqual(['init', 'session-start', 'capture-event']);
  });

  test('a session begins after 30 minutes in the background', async () => {
    const scene = createScene();
    const { trailmark, setForeground } = scene.phone.launch();
    void trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    for (const away of [29, 31]) {
      setForeground(false);
      await scene.time.pass(away * MINUTE);
      setForeground(true);
      await scene.time.pass(1000);
    }
    expect(scene.calls()).toEqual(['init', 'session-start', 'session-start']);
    expect(scene.bodies('session-start')[1]).toMatchObject({ device_data: { device_model: 'Pixel 7' } });
  });

  test('a start after 30 minutes begins a session too, after its open', async () => {
    const scene = createScene();
    for (const wait of [31 * MINUTE, MINUTE]) {
      const { trailmark, kill } = scene.phone.launch();
      void trailmark.init(OPTIONS);
      await scene.time.pass(wait);
      kill();
    }
    expect(scene.calls()).toEqual(['init', 'session-start', 'init', 'session-start']);
  });

  test('on iOS a reinstall names the install before it', async () => {
    const scene = createScene({ platform: 'IOS', device: { idfv: 'v', att_status: '2' } });
    const first = scene.phone.launch();
    void first.trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    first.kill();
    for (const key of scene.phone.items.keys())
      if (!key.startsWith('keychain.')) scene.phone.items.delete(key);
    void scene.phone.launch().trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    const [before, after] = scene.bodies('init');
    expect(after?.install_instance_id).not.toBe(before?.install_instance_id);
    expect(after?.device_data).toMatchObject({ previous_install_instance_id: before?.install_instance_id });
    expect(before?.device_data).not.toHaveProperty('previous_install_instance_id');
  });
});

describe('calls', () => {
  test('that are made before init wait for it, with the time at which they were made', async () => {
    const scene = createScene();
    const { trailmark } = scene.phone.launch();
    void trailmark.trackEvent('early', { n: 1 }, 7);
    const early = new Date(scene.time.now()).toISOString();
    await scene.time.pass(5000);
    void trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    expect(scene.calls()).toEqual(['init', 'session-start', 'capture-event']);
    expect(scene.bodies('capture-event')[0]).toMatchObject({
      event_name: 'early',
      event_data: { n: 1 },
      event_id: '7',
      occurred_at: early,
    });
  });

  test('have the bodies of the wire', async () => {
    const scene = createScene();
    const { trailmark } = scene.phone.launch();
    void trailmark.init(OPTIONS);
    void trailmark.setCustomerUserId('7');
    void trailmark.signup({ user_data: { id: '8', name: 'Asha' }, data: { plan: 'pro' } });
    void trailmark.setUserData({ id: '8', mixpanel_distinct_id: 'm' });
    void trailmark.capturePayment({ amount: '9.90', currency: 'EUR', paymentId: 'p', eventData: { sku: 1 } });
    void trailmark.capturePayment({
      amount: 1,
      paymentId: 'q',
      userId: '9',
      type: 'ONE_TIME',
      status: 'PAYMENT_FAILED',
    });
    void trailmark.removePayment({ paymentId: 'p' });
    void trailmark.removePayment({ paymentId: '', userId: '' });
    void trailmark.setAdditionalData({ clevertapId: 'c', other: 'o' });
    void trailmark.setPushToken('push');
    void trailmark.trackScreen('Cart', { n: 2 });
    void trailmark.reset();
    void trailmark.trackEvent('signed_out');
    await scene.time.pass(1000);
    expect(scene.bodies('trigger')[0]).toMatchObject({
      user_data: { id: '8', name: 'Asha' },
      data: { plan: 'pro' },
      user_id: '8',
    });
    expect(scene.bodies('customer-user-id')[0]).toMatchObject({ user_id: '7' });
    expect(scene.bodies('set-user-data')[0]).toMatchObject({
      user_data: { id: '8', mixpanel_distinct_id: 'm' },
    });
    expect(scene.bodies('capture-payment')).toMatchObject([
      { amount: '9.90', currency: 'EUR', payment_id: 'p', user_id: '8', event_data: { sku: 1 } },
      { amount: 1, payment_id: 'q', user_id: '9', type: 'ONE_TIME', status: 'PAYMENT_FAILED' },
    ]);
    expect(scene.bodies('remove-captured-payment')).toMatchObject([{ payment_id: 'p' }]);
    expect(scene.bodies('remove-captured-payment')).toHaveLength(1);
    expect(scene.bodies('integrations')[0]).toMatchObject({
      integration_info: { clevertap_id: 'c', other: 'o' },
    });
    expect(scene.bodies('update-push-token')[0]).toMatchObject({ push_token: 'push' });
    expect(scene.bodies('screen-view')[0]).toMatchObject({ screen_name: 'Cart', event_data: { n: 2 } });
    expect(scene.bodies('capture-event')[0]).not.toHaveProperty('user_id');
  });

  test('hash people where that is switched on', async () => {
    const scene = createScene();
    const { trailmark } = scene.phone.launch();
    trailmark.enablePIIHashing();
    void trailmark.init(OPTIONS);
    void trailmark.signup({ user_data: { id: '8', name: 'Asha', email: 'Asha@kite.example' } });
    await scene.time.pass(1000);
    expect(scene.bodies('trigger')[0]?.user_data).toEqual({
      id: '8',
      name: createHash('sha256').update('Asha').digest('hex'),
      email: createHash('sha256').update('Asha@kite.example').digest('hex'),
    });
  });

  test.each([
    ['disableIdfa', (): object => ({ disableIdfa: true }), false],
    ['nothing', (): object => ({}), true],
  ])('with %s the advertising id is read: %s', async (_, more, isRead) => {
    const scene = createScene();
    void scene.phone.launch().trailmark.init({ ...OPTIONS, ...more() });
    await scene.time.pass(1000);
    expect(scene.phone.reads.advertisingId).toEqual([isRead]);
    const [body] = scene.bodies('init') as { device_data: object }[];
    expect('gaid' in body!.device_data).toBe(isRead);
  });

  test('setDisableAaidCollection holds before and after init', async () => {
    const scene = createScene();
    const { trailmark } = scene.phone.launch();
    trailmark.setDisableAaidCollection(true);
    void trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    trailmark.setDisableAaidCollection(false);
    await scene.time.pass(1000);
    expect(scene.phone.reads.advertisingId).toEqual([false, true]);
  });

  test.each([{}, { token: 't' }, undefined])('init with %j collects nothing and says so', async (options) => {
    const scene = createScene();
    void scene.phone.launch().trailmark.init(options as never);
    await scene.time.pass(1000);
    expect(scene.requests).toEqual([]);
    expect(scene.phone.logs).toEqual(['init needs token and endpoint: nothing is collected.']);
  });
});

describe('attribution', () => {
  test('is called back when it is known and when it changes, and a deferred deep link once', async () => {
    const scene = createScene();
    scene.answers.init = LINKED;
    const heard: AttributionData[] = [];
    const links: DeepLink[] = [];
    for (const answer of [LINKED, LINKED, ORGANIC]) {
      scene.answers.init = answer;
      const { trailmark, kill } = scene.phone.launch();
      void trailmark.init(OPTIONS);
      await scene.time.pass(1000);
      // A listener that comes late is notified, too.
      trailmark.onAttribution((attribution) => heard.push(attribution));
      trailmark.onDeepLink((link) => links.push(link));
      kill();
    }
    expect(heard.map(({ attributionSource }) => attributionSource)).toEqual(['META', 'ORGANIC']);
    expect(links).toMatchObject([{ deeplink: 'kite://offers', isDeferred: true, matchType: 'click_id' }]);
  });

  test('is asked for, and offline it is the last one that is known', async () => {
    const scene = createScene();
    scene.answers.init = LINKED;
    scene.answers['attribution-data'] = {
      ...LINKED,
      campaign_data: { id: 'c', name: 'Diwali', type: 'INORGANIC', ad_set_id: '5', ad_network: 'META' },
    };
    const { trailmark } = scene.phone.launch();
    void trailmark.init(OPTIONS);
    const online = trailmark.getAttributionData();
    await scene.time.pass(1000);
    expect(await online).toMatchObject({
      attributionSource: 'META',
      campaignData: { id: 'c', adSetId: '5', adNetwork: 'META' },
    });
    scene.faults.push('no answer', 'no answer', 'no answer');
    const offline = trailmark.getAttributionData();
    await scene.time.pass(60_000);
    expect(await offline).toMatchObject({ attributionSource: 'META', campaignData: null });
  });
});
