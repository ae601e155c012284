import { describe, expect, test } from 'vitest';
import type { NetworkEvent } from '../network-event.ts';
import { buildEventMap, buildNetworkDevice, buildNetworkEvent } from '../testing/build-network-event.ts';
import { type GoogleAppConfig, type GoogleAppItem, googleApp } from './google-app.ts';

const NOW = new Date('2026-11-16T10:05:00Z');
const CONFIG: GoogleAppConfig = {
  version: '1.0',
  developerToken: 'dev-secret',
  linkIds: { android: 'A'.repeat(32), ios: 'B'.repeat(32) },
  maps: [buildEventMap({ installs: 'all', networkEvent: 'in_app_purchase' })],
};
const click = (ids: Record<string, string>) => ({ at: new Date('2026-11-15T07:58:00Z'), ids });

function sent(over: Partial<NetworkEvent> = {}, config = CONFIG): GoogleAppItem {
  const mapped = googleApp.map(buildNetworkEvent(over), config, NOW);
  if ('skip' in mapped) throw new Error(mapped.skip);
  return mapped.send;
}

test('an event is a call with everything in its address', () => {
  const item = sent({ click: click({ gclid: 'G-1', gbraid: 'GB-1' }) });
  const [planned] = googleApp.requests([item], CONFIG, NOW);
  const url = new URL(planned?.request.url ?? '');
  expect(`${url.origin}${url.pathname}`).toBe('https://www.googleadservices.com/pagead/conversion/app/1.0');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    dev_token: 'dev-secret',
    link_id: 'A'.repeat(32),
    app_event_type: 'in_app_purchase',
    rdid: '38400000-8cf0-11bd-b23e-10b96e40000d',
    id_type: 'advertisingid',
    lat: '0',
    app_version: '3.2.0',
    os_version: '14',
    sdk_version: '3.2.0',
    timestamp: '1794823200.250000',
    value: '499',
    currency_code: 'INR',
    market_referrer_gclid: 'G-1',
    gbraid: 'GB-1',
  });
  expect(planned?.request).toMatchObject({
    method: 'POST',
    body: '',
    headers: {
      'x-forwarded-for': '203.0.113.7',
      'user-agent': 'Trailmark/3.2.0 (Android 14; en-IN; Pixel 8; unknown; Proxy)',
    },
  });
});

test('another name is that of a custom event', () => {
  const maps = [buildEventMap({ installs: 'all', networkEvent: 'level_done' })];
  expect(sent({}, { ...CONFIG, maps }).query).toMatchObject({
    app_event_type: 'custom',
    app_event_name: 'level_done',
  });
});

test.each<[string, Partial<NetworkEvent>, Record<string, string>]>([
  ['iOS, not asked', { platform: 'ios' }, { id_type: 'idfa', lat: '1' }],
  [
    'iOS, allowed',
    {
      platform: 'ios',
      device: buildNetworkDevice({ isTrackingAllowed: true }),
      click: click({ gclid: 'G' }),
    },
    { lat: '0', gclid: 'G' },
  ],
  [
    'no advertising id',
    { device: buildNetworkDevice({ advertisingId: null }) },
    { rdid: '00000000-0000-0000-0000-000000000000', lat: '1' },
  ],
  [
    'consent in Europe',
    { country: 'DE', consent: { isEea: null, adUserData: true, adPersonalization: false } },
    { eea: '1', ad_user_data: '1', ad_personalization: '0' },
  ],
  [
    'consent of someone who is in Europe, wherever their address is',
    { country: 'IN', consent: { isEea: true, adUserData: null, adPersonalization: null } },
    { eea: '1' },
  ],
  [
    'a clock that is ahead',
    { occurredAt: new Date('2026-11-16T11:00:00Z') },
    { timestamp: '1794823500.000000' },
  ],
])('%s', (_which, over, expected) => {
  expect(sent(over).query).toMatchObject(expected);
});

test('text of a client begins no header', () => {
  const device = buildNetworkDevice({ model: 'Pixel\r\nx-evil: 1', language: 'de\u0000' });
  expect(sent({ device }).userAgent).toBe(
    'Trailmark/3.2.0 (Android 14; de?; Pixel??x-evil: 1; unknown; Proxy)',
  );
});

test.each<[string, Partial<NetworkEvent>, RegExp]>([
  ['no map', { kind: 'signup', name: '$signup' }, /No event map/],
  ['the web', { platform: 'web' }, /No link id/],
  ['no app version', { device: buildNetworkDevice({ appVersion: null }) }, /version of the app/],
  ['no system', { device: buildNetworkDevice({ osVersion: null }) }, /system/],
  ['no address', { device: buildNetworkDevice({ ip: null }) }, /address of the device/],
  ['money given back', { amount: '-2' }, /below zero/],
])('is left out: %s', (_which, over, reason) => {
  expect(googleApp.map(buildNetworkEvent(over), CONFIG, NOW)).toEqual({
    skip: expect.stringMatching(reason),
  });
});

test('a return that Google claimed is not sent as a session again, and as any other event it is', () => {
  const event = buildNetworkEvent({ kind: 'reattribution', name: '$reattribution', isClaimedReturn: true });
  const mapTo = (networkEvent: string) => ({
    ...CONFIG,
    maps: [buildEventMap({ event: 'reattribution', installs: 'all', networkEvent })],
  });
  expect(googleApp.map(event, mapTo('session_start'), NOW)).toEqual({
    skip: expect.stringContaining('this session before'),
  });
  expect(googleApp.map(event, mapTo('came_back'), NOW)).toHaveProperty('send');
  const byLink = { ...event, isClaimedReturn: false };
  expect(googleApp.map(byLink, mapTo('session_start'), NOW)).toHaveProperty('send');
});

describe('an answer', () => {
  const judged = (status: number, body: unknown) => {
    const maps = [buildEventMap({ installs: 'all', networkEvent: 'first_open' })];
    const [planned] = googleApp.requests([sent({}, { ...CONFIG, maps })], CONFIG, NOW);
    if (!planned) throw new Error('no request');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const judgement = googleApp.judge({ status, headers: {}, body: text }, planned, NOW);
    if ('split' in judgement) throw new Error('one call cannot be halved');
    return judgement;
  };
  const answer = (over: object) => ({ ad_events: [], errors: [], attributed: false, ...over });

  test.each<[string, number, unknown, unknown]>([
    ['taken', 200, answer({}), 'delivered'],
    [
      'clock',
      200,
      answer({ errors: ['timestamp_invalid'] }),
      { retry: expect.any(String), afterSeconds: 60 },
    ],
    ['link', 200, answer({ errors: ['link_id_invalid'] }), { reconnect: 'answered link_id_invalid' }],
    ['token', 400, answer({ errors: ['dev_token_invalid'] }), { reconnect: 'answered dev_token_invalid' }],
    ['other', 200, answer({ errors: ['rdid_invalid'] }), { rejected: 'answered rdid_invalid' }],
    ['a page', 200, '<html>', { retry: expect.any(String) }],
    ['server', 503, '', { retry: expect.any(String) }],
  ])('%s', (_which, status, body, expected) => {
    expect(judged(status, body).verdicts).toEqual([expected]);
  });

  test('that claims an install has the latest ad', () => {
    const ad = (timestamp: number, over: object = {}) => ({
      timestamp,
      ad_event_id: 'Q2owS',
      interaction_type: 'engagement',
      campaign_id: 123456789,
      campaign_name: 'Diwali',
      ad_group_id: 77,
      ad_group_name: null,
      creative_id: null,
      ...over,
    });
    const body = answer({
      attributed: true,
      ad_events: [ad(1794736800.5), ad(1794733200, { campaign_name: 'Older' })],
    });
    expect(judged(200, body).claims).toEqual([
      {
        at: new Date(1794736800500),
        isClick: true,
        campaignId: '123456789',
        campaignName: 'Diwali',
        adSetId: '77',
        adSetName: null,
        adId: null,
        answer: { attributed: true, ad_events: expect.any(Array) },
      },
    ]);
  });

  test.each([
    ['no claim', answer({})],
    ['a claim without an ad', answer({ attributed: true })],
    ['an ad without a claim', answer({ ad_events: [{ timestamp: 1794736800 }] })],
  ])('that makes %s', (_which, body) => {
    expect(judged(200, body).claims).toEqual([null]);
  });

  test('of an ad that was only seen is a view', () => {
    const body = answer({
      attributed: true,
      ad_events: [{ timestamp: '1794736800.5', interaction_type: 'VIEW' }],
    });
    expect(judged(200, body).claims).toMatchObject([{ isClick: false, at: new Date(1794736800500) }]);
  });
});
