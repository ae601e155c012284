import { expect, test } from 'vitest';
import type { NetworkEvent } from '../network-event.ts';
import { buildEventMap, buildNetworkDevice, buildNetworkEvent } from '../testing/build-network-event.ts';
import { type GoogleConfig, type GoogleItem, google } from './google.ts';

const NOW = new Date('2026-11-16T10:05:00Z');
const mapOf = (event: string, networkEvent: string) =>
  buildEventMap({ id: event, event, networkEvent, installs: 'all', consent: 'ignored' });

function config(over: Partial<GoogleConfig> = {}): GoogleConfig {
  return {
    app: { version: '1.0', developerToken: 'dev-token', linkIds: { android: 'A'.repeat(32) } },
    offline: { version: 'v1', accessToken: 'ya29.t', accountId: '1', loginAccountId: null },
    maps: [
      mapOf('install', 'first_open'),
      mapOf('reengagement', 'session_start'),
      mapOf('payment', '910001'),
      mapOf('signup', 'sign_up'),
    ],
    ...over,
  };
}

const build = (kind: 'install' | 'reengagement' | 'payment' | 'signup', over: object = {}) =>
  buildNetworkEvent({ kind, name: `$${kind}`, ...(kind === 'payment' ? {} : { amount: null }), ...over });
const sent = (event: ReturnType<typeof build>, given = config()) => {
  const mapped = google.map(event, given, NOW);
  return 'skip' in mapped ? mapped.skip : mapped.send;
};

test.each([
  ['an install of an app', build('install'), { query: { app_event_type: 'first_open' } }],
  [
    'a name that is no type of Google',
    build('signup'),
    { query: { app_event_type: 'custom', app_event_name: 'sign_up' } },
  ],
  ['a conversion action, from an app', build('payment'), { conversionActionId: '910001' }],
  [
    'a conversion action, from the web',
    build('payment', { platform: 'web' }),
    { conversionActionId: '910001' },
  ],
])('%s goes where Google takes it', (_which, event, expected) => {
  expect(sent(event)).toMatchObject(expected);
});

test.each([
  ['the web, by a name', build('signup', { platform: 'web' }), config(), /conversion action/],
  ['an app without a dev_token', build('install'), config({ app: null }), /dev_token/],
  ['an app without a link', build('install', { platform: 'ios' }), config(), /link id/],
  ['an event without a map', buildNetworkEvent({ kind: 'event', name: 'x' }), config(), /No event map/],
])('%s is left out, and the reason is clear', (_which, event, given, reason) => {
  expect(sent(event, given)).toMatch(reason);
});

test.each([
  ['GOOGLE', 'ad_click'],
  ['META', 'organic'],
])('a return that %s is credited with was opened by %s', (network, source) => {
  const event = build('reengagement');
  const own = { ...event, credit: { ...event.credit, network } };
  expect(sent(own)).toMatchObject({ query: { app_event_type: 'session_start', app_open_source: source } });
});

test('events of apps go one by one, conversions together; each answer is judged as its own', () => {
  const device = buildNetworkDevice();
  const items = [
    build('install'),
    build('payment'),
    build('signup'),
    build('payment', { id: 'e-2', device }),
  ].map((event) => sent(event));
  const planned = google.requests(items as never, config(), NOW);
  expect(planned.map(({ endpoint, items: some }) => [endpoint, some.length])).toEqual([
    ['app', 1],
    ['app', 1],
    ['ingest', 2],
  ]);
  // The same objects: verdicts are found by them.
  expect(planned.flatMap(({ items: some }) => some).every((item) => items.includes(item))).toBe(true);
  const judge = (n: number, body: object) =>
    google.judge({ status: 200, headers: {}, body: JSON.stringify(body) }, planned[n] as never, NOW);
  const claimed = { attributed: true, errors: [], ad_events: [{ timestamp: 1_763_000_000, campaign_id: 7 }] };
  expect(judge(0, claimed)).toMatchObject({ verdicts: ['delivered'], claims: [{ campaignId: '7' }] });
  // Only of an open Google says who brought it.
  expect(judge(1, claimed)).toEqual({ verdicts: ['delivered'], claims: [null] });
  expect(judge(2, { requestId: 'r' })).toEqual({ verdicts: ['delivered', 'delivered'] });
});

const answer = (claimAnswer: NetworkEvent['claimAnswer'], over: object = {}) =>
  buildNetworkEvent({ kind: 'claim_answer', name: '$claim_answer', amount: null, claimAnswer, ...over });

test('a claim is answered for each ad that Google named, and only the latest can be credited', () => {
  const given = config();
  const item = sent(answer({ adEventIds: ['late', 'early'], isCredited: true }), given) as GoogleItem;
  const planned = google.requests([item], given, NOW);
  expect(planned.map(({ endpoint, request: { method, url } }) => [endpoint, method, url])).toEqual(
    [
      ['late', '1'],
      ['early', '0'],
    ].map(([id, attributed]) => [
      ...['cross_network', 'POST'],
      `https://www.googleadservices.com/pagead/conversion/app/1.0/cross_network?dev_token=dev-token&link_id=${'A'.repeat(32)}&ad_event_id=${id}&attributed=${attributed}`,
    ]),
  );
});

test.each([
  ['that another has replaced', answer(null), config(), /replaced/],
  [
    'without a dev_token',
    answer({ adEventIds: ['a'], isCredited: true }),
    config({ app: null }),
    /dev_token/,
  ],
  [
    'without a link',
    answer({ adEventIds: ['a'], isCredited: true }, { platform: 'ios' }),
    config(),
    /link id/,
  ],
  ['for no ad', answer({ adEventIds: [], isCredited: false }), config(), /named no ad/],
])('an answer %s is left out, and the reason is clear', (_which, event, given, reason) => {
  expect(sent(event, given)).toMatch(reason);
});

test.each<[string, number, string, unknown]>([
  ['nothing', 200, '', 'delivered'],
  ['no error', 200, '{"errors":[]}', 'delivered'],
  ['an error', 200, '{"errors":["ad_event_id_invalid"]}', { rejected: 'answered ad_event_id_invalid' }],
  ['a wrong token', 400, '{"errors":["dev_token_invalid"]}', { reconnect: 'answered dev_token_invalid' }],
  ['a failure', 503, '', { retry: expect.any(String) }],
  ['a page', 200, '<html>', { retry: expect.any(String) }],
])('Google says %s to an answer', (_which, status, body, verdict) => {
  const given = config();
  const item = sent(answer({ adEventIds: ['a'], isCredited: false }), given) as GoogleItem;
  const [planned] = google.requests([item], given, NOW);
  if (!planned) throw new Error('Nothing is planned.');
  expect(google.judge({ status, headers: {}, body }, planned, NOW)).toMatchObject({ verdicts: [verdict] });
});
