import { expect, test } from 'vitest';
import { buildDeliveryEvent } from '../testing/build-delivery-event.ts';
import { isSlackUrl, slackMessage } from './slack-message.ts';
import { webhook } from './webhook.ts';

const URL_OF_SLACK = 'https://hooks.slack.com/services/T0/B0/secret';
const CONFIG = { url: URL_OF_SLACK, secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], events: null };
const NOW = new Date('2026-11-16T10:00:05Z');

function messageOf(over: Parameters<typeof buildDeliveryEvent>[0]): string {
  const mapped = webhook.map(buildDeliveryEvent(over), CONFIG, NOW);
  if (!('send' in mapped)) throw new Error(mapped.skip);
  return slackMessage(mapped.send.payload).text;
}

test.each([
  [URL_OF_SLACK, true],
  ['https://hooks.slack.com.example.com/services', false],
  ['https://example.com/?of=hooks.slack.com', false],
  ['not an address', false],
])('%s is Slack: %s', (url, expected) => {
  expect(isSlackUrl(url)).toBe(expected);
});

test.each([
  [
    { kind: 'payment', amount: '499.00', currency: 'INR' },
    '*Payment of 499.00 INR*\nCredited to META › Festive baskets › Metro\nPerson user-1 · android · IN',
  ],
  [
    { kind: 'event', name: 'a <b> & c', userId: null },
    '*a &lt;b&gt; &amp; c*\nCredited to META › Festive baskets › Metro\nPerson install-1 · android · IN',
  ],
  [
    { kind: 'fraud_verdict', decision: { revision: 1, verdict: 'suspicious', reasons: ['click_flooding'] } },
    '*Suspicious install*\nCredited to META › Festive baskets › Metro\nBecause of click flooding\nPerson user-1 · android · IN',
  ],
  [
    {
      kind: 'skan_postback',
      country: 'IN',
      data: { network_id: 'a.skadnetwork', conversion_type: 'download', sequence: 1, coarse_value: 'low' },
    },
    '*SKAN postback*\na.skadnetwork · download · window 2 · value low · IN',
  ],
  [
    {
      kind: 'connection_needs_attention',
      connection: { kind: 'mixpanel', name: 'Mixpanel', reason: 'answered 401' },
    },
    '*A connection needs attention*\nMixpanel: answered 401',
  ],
  [{ kind: 'test' }, '*A test message from Trailmark*\nIf you can read this, messages arrive.'],
] as const)('%j is a message to read', (over, text) => {
  expect(messageOf(over as Parameters<typeof buildDeliveryEvent>[0])).toBe(text);
});

test('a request to Slack has the text and no signature', () => {
  const mapped = webhook.map(buildDeliveryEvent(), CONFIG, NOW);
  const [planned] = 'send' in mapped ? webhook.requests([mapped.send], CONFIG, NOW) : [];
  expect(planned?.request.headers).toEqual({ 'content-type': 'application/json' });
  expect(Object.keys(JSON.parse(planned?.request.body ?? '{}'))).toEqual(['text']);
});
