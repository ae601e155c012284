import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NetworkEvent } from '../network-event.ts';
import { buildEventMap, buildNetworkDevice, buildNetworkEvent } from '../testing/build-network-event.ts';
import { type TiktokEventsConfig, type TiktokItem, tiktokEvents } from './tiktok-events.ts';

const NOW = new Date('2026-11-16T10:05:00Z');
const CONFIG: TiktokEventsConfig = {
  version: 'v1.3',
  accessToken: 'secret',
  pixelCode: 'C0PIXEL',
  testEventCode: null,
  appIds: { android: '7001', ios: '7002' },
  maps: [buildEventMap({ installs: 'all' })],
};
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function sent(over: Partial<NetworkEvent> = {}, config = CONFIG): TiktokItem {
  const mapped = tiktokEvents.map(buildNetworkEvent(over), config, NOW);
  if ('skip' in mapped) throw new Error(mapped.skip);
  return mapped.send;
}

test('an event of an app has hashed ids, the click and its value', () => {
  expect(sent()).toEqual({
    source: 'app',
    sourceId: '7001',
    event: {
      event: 'Purchase',
      event_time: Date.parse('2026-11-16T10:00:00Z') / 1000,
      event_id: '01a1e8c4-88b7-7364-9aa0-9f2f4aaa66ed',
      user: {
        email: [hash('asha@example.com')],
        phone: [hash('+919876543210')],
        external_id: [hash('user-1')],
        country: 'in',
        ip: '203.0.113.7',
        locale: 'en-IN',
        ttclid: 'E.C.P.abc',
        gaid: hash('38400000-8cf0-11bd-b23e-10b96e40000d'),
        att_status: 'NOT_APPLICABLE',
      },
      properties: { value: 499, currency: 'INR' },
      app: { app_id: '7001', app_version: '3.2.0' },
    },
  });
});

test.each<[boolean | null, string]>([
  [true, 'AUTHORIZED'],
  [false, 'DENIED'],
  [null, 'NOT_APPLICABLE'],
])('on iOS with tracking allowed %s it is %s', (isTrackingAllowed, status) => {
  const device = buildNetworkDevice({ advertisingId: 'ABCD-EF', vendorId: 'V-1', isTrackingAllowed });
  expect(sent({ platform: 'ios', device }).event.user).toMatchObject({
    idfa: hash('abcd-ef'),
    idfv: 'V-1',
    att_status: status,
  });
});

test('an event on the web belongs to the pixel', () => {
  const device = buildNetworkDevice({ pageUrl: 'https://example.com/pay', userAgent: 'Mozilla/5.0' });
  const item = sent({ platform: 'web', device });
  expect(item).toMatchObject({ source: 'web', sourceId: 'C0PIXEL' });
  expect(item.event).toMatchObject({ page: { url: 'https://example.com/pay' } });
  expect(item.event.user).not.toHaveProperty('gaid');
});

test.each<[string, Partial<NetworkEvent>, RegExp, Partial<TiktokEventsConfig>]>([
  ['no map', { kind: 'signup', name: '$signup' }, /No event map/, {}],
  ['no app', {}, /id of this app/, { appIds: {} }],
  ['no pixel', { platform: 'web' }, /No pixel/, { pixelCode: null }],
  ['too old', { occurredAt: new Date('2026-10-16T10:00:00Z') }, /older than 28 days/, {}],
  [
    'too old on the web',
    { platform: 'web', occurredAt: new Date('2026-11-09T10:00:00Z') },
    /than 7 days/,
    {},
  ],
  ['money given back', { amount: '-1' }, /below zero/, {}],
  [
    'nobody',
    {
      userId: null,
      contact: { email: null, phone: null, name: null },
      click: null,
      device: buildNetworkDevice({ advertisingId: null, ip: null }),
    },
    /not recognise/,
    {},
  ],
])('is left out: %s', (_which, over, reason, config) => {
  const mapped = tiktokEvents.map(buildNetworkEvent(over), { ...CONFIG, ...config }, NOW);
  expect(mapped).toEqual({ skip: expect.stringMatching(reason) });
});

test('a request is about one app or one pixel', () => {
  const items = [sent(), sent({ platform: 'ios' }), sent({ platform: 'web' }), sent()];
  const planned = tiktokEvents.requests(items, { ...CONFIG, testEventCode: 'TEST1' }, NOW);
  expect(planned.map(({ items: some }) => some.length)).toEqual([2, 1, 1]);
  expect(planned[0]?.request).toMatchObject({
    url: 'https://business-api.tiktok.com/open_api/v1.3/event/track/',
    headers: { 'access-token': 'secret' },
  });
  expect(JSON.parse(planned[2]?.request.body ?? '')).toMatchObject({
    event_source: 'web',
    event_source_id: 'C0PIXEL',
    partner_name: 'Trailmark',
    test_event_code: 'TEST1',
  });
});

describe('an answer', () => {
  test.each<[string, number, unknown, string]>([
    ['taken', 200, { code: 0, message: 'OK' }, 'delivered'],
    ['some taken', 200, { code: 20001, message: 'Partial success' }, 'split'],
    ['bad parameter', 200, { code: 40002, message: 'event_time' }, 'split'],
    ['missing', 200, { code: 40007, message: 'pixel' }, 'split'],
    ['throttled', 200, { code: 40100, message: 'Too many' }, 'retry'],
    ['for a moment', 200, { code: 40700, message: 'Try again' }, 'retry'],
    ['server', 200, { code: 50002, message: 'Internal' }, 'retry'],
    ['token', 200, { code: 40105, message: 'Access token' }, 'reconnect'],
    ['no right', 200, { code: 40001, message: 'Permission' }, 'reconnect'],
    ['a page', 200, '<html>', 'retry'],
    ['gateway', 502, '', 'retry'],
    ['unauthorised', 401, '', 'reconnect'],
  ])('%s', (_which, status, body, expected) => {
    const [planned] = tiktokEvents.requests([sent(), sent()], CONFIG, NOW);
    if (!planned) throw new Error('no request');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const judgement = tiktokEvents.judge({ status, headers: {}, body: text }, planned, NOW);
    const [verdict] = 'split' in judgement ? ['split'] : judgement.verdicts;
    expect(typeof verdict === 'object' ? Object.keys(verdict)[0] : verdict).toBe(expected);
  });
});
