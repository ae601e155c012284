import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildEventMap, buildNetworkDevice, buildNetworkEvent } from '../testing/build-network-event.ts';
import { type AffiliateConfig, affiliate } from './affiliate.ts';
import { exampleOf, LISTED_MACROS, templateProblems } from './macro-meanings.ts';
import { fillTemplate, MACROS, unknownMacros } from './macros.ts';

const NOW = new Date('2026-11-16T10:05:00Z');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const CONFIG: AffiliateConfig = {
  network: 'JIO_COUPONS',
  adNetworkId: 'n-1',
  method: 'GET',
  body: '',
  contentType: 'application/json',
  headers: {},
  url: 'https://network.example/pb?cid={click_id}&ev={event_name}&v={value}&cur={currency}&s={sub1}&g={gaid}&x={idfa}',
  secret: null,
  successText: null,
  maps: [buildEventMap({ installs: 'all', networkEvent: 'sale & more' })],
};
const EVENT = buildNetworkEvent({
  click: { at: NOW, ids: { clid: 'c/1&2', sub1: 'ü' } },
  data: { order_id: 'A"1' },
});

function plan(config: AffiliateConfig, event = EVENT) {
  const mapped = affiliate.map(event, config, NOW);
  if ('skip' in mapped) throw new Error(mapped.skip);
  const [planned] = affiliate.requests([mapped.send], config, NOW);
  if (!planned) throw new Error('no request');
  return planned;
}

describe('a postback', () => {
  test('by GET has every value encoded, and nothing for what is not known', () => {
    expect(plan(CONFIG).request).toEqual({
      method: 'GET',
      url: 'https://network.example/pb?cid=c%2F1%262&ev=sale%20%26%20more&v=499&cur=INR&s=%C3%BC&g=38400000-8cf0-11bd-b23e-10b96e40000d&x=',
      headers: {},
      body: '',
    });
  });

  test('by POST has its values inside of the JSON', () => {
    const body = '{"order":"{order_id}","status":"{status}","time":{event_time}}';
    const { request } = plan({ ...CONFIG, method: 'POST', body, headers: { 'x-key': '1' } });
    expect(JSON.parse(request.body)).toEqual({ order: 'A"1', status: 'approved', time: 1794823200 });
    expect(request.headers).toEqual({ 'content-type': 'application/json', 'x-key': '1' });
  });

  test('that takes back says so', () => {
    const maps = [buildEventMap({ event: 'refund', installs: 'all' })];
    const { request } = plan(
      { ...CONFIG, maps, url: 'https://network.example/?s={status}&v={value}' },
      { ...EVENT, kind: 'refund', name: '$refund' },
    );
    expect(request.url).toBe('https://network.example/?s=reversed&v=-499');
  });

  test('on iOS has the other id', () => {
    const device = buildNetworkDevice({ advertisingId: 'ABC' });
    const { request } = plan(CONFIG, { ...EVENT, platform: 'ios', device });
    expect(request.url).toMatch(/&g=&x=ABC$/);
  });

  test.each<[AffiliateConfig['method'], (request: { url: string; body: string }) => string]>([
    ['GET', ({ url }) => url],
    ['POST', ({ body }) => body],
  ])('by %s can be signed', (method, signedText) => {
    const { request } = plan({ ...CONFIG, method, body: '{"a":"{event_id}"}', secret: SECRET });
    const signed = `${EVENT.id}.${NOW.getTime() / 1000}.${signedText(request)}`;
    const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(request.headers).toMatchObject({ 'webhook-id': EVENT.id, 'webhook-signature': `v1,${signature}` });
  });
});

test('a template keeps its shape whatever the values are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }), (values) => {
      const [click_id = null, sub1 = null, coupon_code = null] = values;
      const url = fillTemplate(
        'https://n.example/p?a={click_id}&b={sub1}&c={coupon_code}',
        { click_id, sub1, coupon_code },
        encodeURIComponent,
      );
      const { searchParams, host } = new URL(url);
      expect(host).toBe('n.example');
      expect([...searchParams.keys()]).toEqual(['a', 'b', 'c']);
      expect(searchParams.get('a')).toBe(click_id ?? '');
    }),
  );
});

test('names that nobody replaces are found', () => {
  expect(unknownMacros('https://n.example/{click_id}/{clickid}?{CLICK_ID}&{clickid}')).toEqual([
    'clickid',
    'CLICK_ID',
  ]);
  expect(unknownMacros(MACROS.map((name) => `{${name}}`).join('&'))).toEqual([]);
});

test.each<[string, string | null, number, string, string]>([
  ['taken', null, 204, '', 'delivered'],
  ['taken in words', 'OK', 200, 'status=OK', 'delivered'],
  ['taken without the words', 'OK', 200, 'error', 'rejected'],
  ['refused', null, 404, 'unknown click', 'rejected'],
  ['throttled', null, 429, '', 'retry'],
  ['early', null, 425, '', 'retry'],
  ['server', null, 503, '', 'retry'],
  ['elsewhere', null, 302, '', 'retry'],
])('an answer: %s', (_which, successText, status, body, expected) => {
  const planned = plan({ ...CONFIG, successText });
  const judgement = affiliate.judge({ status, headers: {}, body }, planned, NOW);
  const [verdict] = 'split' in judgement ? ['split'] : judgement.verdicts;
  expect(typeof verdict === 'object' ? Object.keys(verdict)[0] : verdict).toBe(expected);
});

describe('a template', () => {
  const GET = {
    method: 'GET',
    url: 'https://n.example/?c={click_id}',
    body: '',
    content_type: 'application/json',
  };
  test.each<[string, object, object]>([
    ['right', {}, {}],
    [
      'an unknown macro',
      { url: 'https://n.example/?c={clickid}' },
      { url: 'has an unknown macro: {clickid}' },
    ],
    [
      'a host to choose',
      { url: 'https://{sub1}.example/' },
      { url: expect.stringContaining('macro in its host') },
    ],
    ['another scheme', { url: 'ftp://n.example/' }, { url: 'is not an http or https address' }],
    ['a password', { url: 'https://a:b@n.example/' }, { url: 'is not an http or https address' }],
    ['no JSON', { method: 'POST', body: '{"a":{click_id}}' }, { body: expect.stringContaining('not JSON') }],
    ['JSON', { method: 'POST', body: '{"a":"{click_id}","t":{event_time}}' }, {}],
    [
      'an unknown macro in its body',
      { method: 'POST', body: '"{x}"' },
      { body: 'has an unknown macro: {x}' },
    ],
  ])('with %s', (_which, over, problems) => {
    expect(templateProblems({ ...GET, ...over } as Parameters<typeof templateProblems>[0])).toEqual(problems);
  });

  test('has an example, and a meaning for each macro', () => {
    expect(exampleOf({ ...GET, method: 'GET' }).url).toBe('https://n.example/?c=nw-8842%2F31');
    expect(LISTED_MACROS.every(({ meaning }) => meaning.length > 3)).toBe(true);
  });
});

describe('what happened with a code', () => {
  const maps = [buildEventMap({ event: '$coupon_reversed', installs: 'all', networkEvent: 'reversed' })];
  const url = 'https://n.example/?s={status}&v={value}&cur={currency}&code={coupon_code}';
  const data = { coupon_code: 'HOLI-1', ad_network_id: 'n-1', coupon_amount: '-5', coupon_currency: 'INR' };
  const event = {
    ...EVENT,
    kind: 'event' as const,
    name: '$coupon_reversed',
    data,
    amount: null,
    currency: null,
  };

  test('is sent with its code and its own amount', () => {
    expect(plan({ ...CONFIG, maps, url }, event).request.url).toBe(
      'https://n.example/?s=reversed&v=-5&cur=INR&code=HOLI-1',
    );
  });

  test('is not sent to another network', () => {
    expect(affiliate.map(event, { ...CONFIG, maps, adNetworkId: 'n-2' }, NOW)).toEqual({
      skip: 'The code is of another coupon network.',
    });
  });
});
