import { describe, expect, test } from 'vitest';
import { createScene, OPTIONS } from './testing/scripted-server.ts';

describe('consent', () => {
  test('denied: nothing is read and nothing is sent; granted: the open comes first', async () => {
    const scene = createScene({
      sources: { referrers: [{ store: 'google', state: 'ok', referrer: 'tm_click=abc' }] },
    });
    const { trailmark, setForeground } = scene.phone.launch();
    void trailmark.init({ ...OPTIONS, consent: { analyticsStorage: 'denied', isEea: true } });
    void trailmark.trackEvent('before');
    await scene.time.pass(1000);
    setForeground(false);
    setForeground(true);
    await scene.time.pass(1000);
    expect(scene.requests).toEqual([]);
    expect(scene.phone.reads).toEqual({ sources: [], advertisingId: [] });
    void trailmark.setConsent({ adUserData: 'granted' });
    await scene.time.pass(1000);
    expect(scene.requests).toEqual([]);
    void trailmark.setConsent({ analyticsStorage: 'granted', adPersonalization: 'denied' });
    await scene.time.pass(1000);
    expect(scene.calls()).toEqual(['init', 'session-start', 'consent']);
    const consent = {
      analytics_storage: 'granted',
      ad_user_data: 'granted',
      ad_personalization: 'denied',
      is_eea: true,
    };
    expect(scene.bodies('init')[0]).toMatchObject({ consent, device_data: { install_ref: 'tm_click=abc' } });
    expect(scene.bodies('consent')[0]).toMatchObject({ consent });
  });

  test('withdrawn: only that is sent', async () => {
    const scene = createScene();
    const { trailmark } = scene.phone.launch();
    void trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    void trailmark.trackEvent('waits');
    void trailmark.setConsent({ analyticsStorage: 'denied' });
    void trailmark.trackEvent('after');
    await scene.time.pass(1000);
    expect(scene.calls()).toEqual(['init', 'session-start', 'consent']);
  });
});

test.each([
  [{ adStorage: 'denied' }, [true, false]],
  [{ adUserData: 'denied' }, [true, false]],
  [{ adPersonalization: 'denied' }, [true, true]],
] as const)('with %j the advertising id is read: %j', async (consent, expected) => {
  const scene = createScene();
  const { trailmark, kill } = scene.phone.launch();
  void trailmark.init(OPTIONS);
  await scene.time.pass(1000);
  void trailmark.setConsent(consent);
  await scene.time.pass(1000);
  expect(scene.phone.reads.advertisingId).toEqual(expected);
  kill();
  void scene.phone.launch().trailmark.init(OPTIONS);
  await scene.time.pass(1000);
  expect(scene.phone.reads.advertisingId.at(-1)).toBe(expected[1]);
});

describe('consent that is given before the start', () => {
  test.each(['before', 'right after'])(
    'holds for all that the start reads and sends: %s init',
    async (order) => {
      const scene = createScene();
      const { trailmark } = scene.phone.launch();
      if (order === 'right after') void trailmark.init(OPTIONS);
      void trailmark.setConsent({ adUserData: 'denied' });
      void trailmark.setConsent({ adStorage: 'denied' });
      if (order === 'before') void trailmark.init(OPTIONS);
      await scene.time.pass(1000);
      expect(scene.phone.reads.advertisingId).toEqual([false]);
      const consent = { ad_user_data: 'denied', ad_storage: 'denied' };
      const [init] = scene.bodies('init');
      expect(init).toMatchObject({ consent });
      expect(init?.device_data).not.toHaveProperty('gaid');
      expect(scene.calls()).toEqual(['init', 'session-start', 'consent']);
    },
  );

  test('is stronger than what the options say, and than what was stored', async () => {
    const scene = createScene();
    const { trailmark, kill } = scene.phone.launch();
    void trailmark.setConsent({ analyticsStorage: 'granted', adStorage: 'granted' });
    void trailmark.init({ ...OPTIONS, consent: { analyticsStorage: 'denied' } });
    await scene.time.pass(1000);
    expect(scene.calls()).toEqual(['init', 'session-start', 'consent']);
    kill();
    const again = scene.phone.launch().trailmark;
    void again.setConsent({ analyticsStorage: 'denied' });
    void again.init(OPTIONS);
    void again.trackEvent('after');
    await scene.time.pass(1000);
    expect(scene.calls()).toEqual(['init', 'session-start', 'consent', 'consent']);
    expect(scene.phone.reads.advertisingId).toEqual([true]);
  });
});

test('calls before init keep the time at which they were made', async () => {
  const scene = createScene();
  const { trailmark } = scene.phone.launch();
  const at = new Date(scene.time.now());
  void trailmark.setConsent({ adUserData: 'granted' });
  void trailmark.setCustomerUserId('u1');
  void trailmark.setUserData({ id: 'u1', name: 'Asha' });
  void trailmark.signup({ user_data: { id: 'u1' } });
  await scene.time.pass(60_000);
  void trailmark.init(OPTIONS);
  await scene.time.pass(1000);
  for (const call of ['consent', 'customer-user-id', 'set-user-data', 'trigger']) {
    const times = scene.bodies(call).map(({ occurred_at }) => new Date(occurred_at as string));
    expect([call, times]).toEqual([call, [at]]);
  }
});

describe('Apple’s question', () => {
  test('the first open waits for its answer', async () => {
    const scene = createScene({ platform: 'IOS', device: { att_status: '0' }, tracking: '3' });
    const { trailmark } = scene.phone.launch();
    void trailmark.init({ ...OPTIONS, trackingTimeoutMs: 10_000 });
    await scene.time.pass(3000);
    expect(scene.calls()).toEqual([]);
    Object.assign(scene.phone.script.device, { att_status: '3', idfa: 'i' });
    await scene.time.pass(1000);
    expect(scene.bodies('init')[0]).toMatchObject({ device_data: { att_status: '3', idfa: 'i' } });
  });

  test('and not for ever', async () => {
    const scene = createScene({ platform: 'IOS', device: { att_status: '0' } });
    void scene.phone.launch().trailmark.init({ ...OPTIONS, trackingTimeoutMs: 10_000 });
    await scene.time.pass(12_000);
    expect(scene.bodies('init')).toHaveLength(1);
  });

  test('is asked by the SDK, and its answer reported', async () => {
    const scene = createScene({ platform: 'IOS', device: { att_status: '0' }, tracking: '2' });
    const { trailmark } = scene.phone.launch();
    void trailmark.init(OPTIONS);
    void trailmark.requestTracking();
    await scene.time.pass(1000);
    expect(scene.bodies('consent')[0]).toMatchObject({ consent: { att_status: '2' } });
  });
});

describe('conversion values', () => {
  test('begin with 0 on iOS, and then only rise', async () => {
    const scene = createScene({
      platform: 'IOS',
      device: { att_status: '2' },
      sources: { adServicesToken: 't' },
    });
    const { trailmark, kill } = scene.phone.launch();
    void trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    for (const fine_conversion_value of [12, 5, 12, 64, 1.5, null]) {
      scene.answers['capture-event'] = {
        fine_conversion_value,
        coarse_conversion_value: 'high',
        lock_postback: true,
      };
      void trailmark.trackEvent('step');
      await scene.time.pass(1000);
    }
    kill();
    scene.answers['capture-payment'] = { fine_conversion_value: 3 };
    const again = scene.phone.launch().trailmark;
    void again.init(OPTIONS);
    void again.capturePayment({ amount: 1 });
    await scene.time.pass(1000);
    const registered = { fine: 12, coarse: 'high', lock: true };
    expect(scene.phone.conversionValues).toEqual([{ fine: 0 }, registered, registered]);
    expect(scene.bodies('init')[0]).toMatchObject({ device_data: { adservices_attribution_token: 't' } });
  });

  test('are none on Android', async () => {
    const scene = createScene();
    void scene.phone.launch().trailmark.init(OPTIONS);
    await scene.time.pass(1000);
    expect(scene.phone.conversionValues).toEqual([]);
  });
});

test('a link from the pasteboard is used if it is ours', async () => {
  for (const [pasteboard, link] of [
    ['https://go.kite.example/diwali', 'https://go.kite.example/diwali'],
    ['https://bank.example/secret', undefined],
  ] as const) {
    const scene = createScene({ platform: 'IOS', sources: { pasteboard } });
    void scene.phone.launch().trailmark.init({ ...OPTIONS, pasteboard: true });
    await scene.time.pass(1000);
    expect(scene.bodies('init')[0]?.link).toBe(link);
    expect(scene.phone.reads.sources).toEqual([{ pasteboard: true }]);
  }
});
