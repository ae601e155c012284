import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../destination.ts';
import type { NetworkEvent } from '../network-event.ts';
import { buildEventMap, buildNetworkDevice, buildNetworkEvent } from '../testing/build-network-event.ts';
import { type MetaCapiConfig, type MetaEvent, metaCapi } from './meta-capi.ts';
import { deviceKeys } from './meta-install.ts';

const NOW = new Date('2026-11-16T10:05:00Z');
const CONFIG: MetaCapiConfig = {
  version: 'v26.0',
  datasetId: '1234567890',
  accessToken: 'EAAB-secret',
  testEventCode: null,
  bundleIds: { android: 'com.example.kite', ios: 'com.example.kite.ios' },
  maps: [buildEventMap()],
};
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function sent(over: Partial<NetworkEvent> = {}, config = CONFIG): MetaEvent {
  const mapped = metaCapi.map(buildNetworkEvent(over), config, NOW);
  if ('skip' in mapped) throw new Error(mapped.skip);
  return mapped.send;
}

describe('an event of an app', () => {
  test('is sent with its value, device and person', () => {
    expect(sent()).toEqual({
      event_name: 'Purchase',
      event_time: Date.parse('2026-11-16T10:00:00Z') / 1000,
      event_id: '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed',
      action_source: 'app',
      user_data: {
        em: [hash('asha@example.com')],
        ph: [hash('919876543210')],
        fn: [hash('asha')],
        ln: [hash('rao')],
        external_id: [hash('user-1')],
        country: [hash('in')],
        // Never hashed.
        madid: '38400000-8cf0-11bd-b23e-10b96e40000d',
        anon_id: 'install-1',
        client_ip_address: '203.0.113.7',
        fbc: `fb.1.${Date.parse('2026-11-15T07:58:00Z')}.IwAR0abc`,
      },
      app_data: {
        advertiser_tracking_enabled: 1,
        application_tracking_enabled: 1,
        extinfo: [
          ...['a2', 'com.example.kite', '3.2.0', '', '14', 'Pixel 8', 'en_IN'],
          ...Array.from({ length: 9 }, () => ''),
        ],
      },
      custom_data: { value: 499, currency: 'INR' },
    });
  });

  test.each<[boolean | null, string, number]>([
    [null, 'android', 1],
    [null, 'ios', 0],
    [true, 'ios', 1],
    [false, 'ios', 0],
  ])('with tracking allowed %s on %s says %s', (isTrackingAllowed, platform, expected) => {
    const event = sent({ platform, device: buildNetworkDevice({ isTrackingAllowed, vendorId: 'V-1' }) });
    expect(event.app_data).toMatchObject({ advertiser_tracking_enabled: expected, vendor_id: 'V-1' });
    expect(event.app_data?.extinfo).toContain(platform === 'ios' ? 'i2' : 'a2');
  });

  test('of someone of whom nothing else is known has the id of the install', () => {
    const device = buildNetworkDevice({ advertisingId: null, ip: null });
    const nobody = {
      contact: { email: null, phone: null, name: null },
      userId: null,
      click: null,
      country: '',
    };
    expect(sent({ device, ...nobody }).user_data).toEqual({ anon_id: 'install-1' });
  });

  test('of someone who has refused is only counted', () => {
    const maps = [buildEventMap({ consent: 'ignored' })];
    const event = sent(
      { consent: { isEea: null, adUserData: false, adPersonalization: false } },
      { ...CONFIG, maps },
    );
    expect(event).toMatchObject({ data_processing_options: ['LDU'], data_processing_options_country: 0 });
    expect(event.app_data).toMatchObject({ application_tracking_enabled: 0 });
  });

  test('of a clock that is ahead is not in the future', () => {
    expect(sent({ occurredAt: new Date('2026-11-16T11:00:00Z') }).event_time).toBe(NOW.getTime() / 1000);
  });
});

test('an event on the web has its page and browser, and no device', () => {
  const device = buildNetworkDevice({ userAgent: 'Mozilla/5.0', pageUrl: 'https://example.com/pay' });
  const event = sent({ platform: 'web', device });
  expect(event).toMatchObject({ action_source: 'website', event_source_url: 'https://example.com/pay' });
  expect(event.user_data).toMatchObject({ client_user_agent: 'Mozilla/5.0' });
  expect(event.user_data).not.toHaveProperty('madid');
  expect(event).not.toHaveProperty('app_data');
});

test.each<[string, Partial<NetworkEvent>, RegExp]>([
  ['no map', { kind: 'signup', name: '$signup' }, /No event map/],
  ['too old', { occurredAt: new Date('2026-11-09T10:05:00Z') }, /older than 7 days/],
  ['no system', { device: buildNetworkDevice({ osVersion: null }) }, /version of the device/],
  ['no page', { platform: 'web', device: buildNetworkDevice({ userAgent: 'x' }) }, /address of the page/],
  [
    'no browser',
    { platform: 'web', device: buildNetworkDevice({ pageUrl: 'https://a.example' }) },
    /browser/,
  ],
  ['money given back', { name: 'payment', kind: 'payment', amount: '-1' }, /below zero/],
])('is left out: %s', (_which, over, reason) => {
  expect(metaCapi.map(buildNetworkEvent(over), CONFIG, NOW)).toEqual({ skip: expect.stringMatching(reason) });
});

test('the token is in the body, where no log of addresses has it', () => {
  const [planned] = metaCapi.requests([sent()], { ...CONFIG, testEventCode: 'TEST123' }, NOW);
  expect(planned?.request.url).toBe('https://graph.facebook.com/v26.0/1234567890/events');
  expect(JSON.parse(planned?.request.body ?? '')).toEqual({
    data: [sent()],
    partner_agent: 'trailmark',
    test_event_code: 'TEST123',
    access_token: 'EAAB-secret',
  });
});

describe('an answer', () => {
  const error = (code: number, more: object = {}) => ({
    error: { message: 'No.', type: 'X', code, ...more },
  });
  const kindOf = (verdict: Verdict | 'again' | undefined) =>
    typeof verdict === 'object' ? Object.keys(verdict)[0] : verdict;
  test.each<[string, number, unknown, string, string]>([
    ['taken', 200, { events_received: 2, messages: [] }, 'delivered', 'delivered'],
    ['some taken', 200, { events_received: 1 }, 'split', 'delivered'],
    ['a page', 200, '<html>', 'retry', 'retry'],
    ['bad parameter', 400, error(100, { error_subcode: 2804003 }), 'split', 'rejected'],
    ['busy', 400, error(4), 'retry', 'retry'],
    ['busy account', 400, error(80004), 'retry', 'retry'],
    ['for a moment', 400, error(100, { is_transient: true }), 'retry', 'retry'],
    ['token', 400, error(190, { error_subcode: 463 }), 'reconnect', 'reconnect'],
    ['token, with 401', 401, error(190), 'reconnect', 'reconnect'],
    ['no right', 403, error(200), 'reconnect', 'reconnect'],
    ['server', 500, error(1), 'retry', 'retry'],
    ['gateway', 502, 'Bad gateway', 'retry', 'retry'],
    ['throttled', 429, '', 'retry', 'retry'],
  ])('%s', (_which, status, body, ofTwo, ofOne) => {
    const judged = (count: number) => {
      const [planned] = metaCapi.requests(
        Array.from({ length: count }, () => sent()),
        CONFIG,
        NOW,
      );
      if (!planned) throw new Error('no request');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const judgement = metaCapi.judge({ status, headers: {}, body: text }, planned, NOW);
      return 'split' in judgement ? 'split' : kindOf(judgement.verdicts[0]);
    };
    expect([judged(2), judged(1)]).toEqual([ofTwo, ofOne]);
  });
});

test('an install is left out where one of the device was sent, and only an install', () => {
  const install = { ...CONFIG, maps: [buildEventMap({ networkEvent: 'MobileAppInstall' })] };
  const event = buildNetworkEvent({ isInstallSent: true });
  expect(metaCapi.map(event, install, NOW)).toEqual({ skip: expect.stringContaining('within 90 days') });
  expect(metaCapi.map(event, CONFIG, NOW)).toHaveProperty('send');
  expect(sent({ isInstallSent: false }, install).event_name).toBe('MobileAppInstall');
});

test('a device is recognised by each of its ids, whatever their case, and never by none', () => {
  const keys = (over: Partial<NetworkEvent>) => deviceKeys(buildNetworkEvent(over));
  const device = buildNetworkDevice({ advertisingId: 'AAAA-1', vendorId: null });
  const known = keys({ device, userId: null, installId: 'one' });
  const later = keys({
    device: { ...device, advertisingId: 'aaaa-1' },
    userId: 'asha',
    installId: 'two',
  });
  expect(known).toHaveLength(2);
  expect(later).toHaveLength(3);
  expect(later.filter((key) => known.includes(key))).toHaveLength(1);
  // The same text in another place is another id.
  expect(keys({ device, userId: 'one', installId: 'x' }).filter((key) => known.includes(key))).toHaveLength(
    1,
  );
});
