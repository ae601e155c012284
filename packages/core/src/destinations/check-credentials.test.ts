import { expect, test } from 'vitest';
import { amplitude } from './amplitude/amplitude.ts';
import { checkRequest, judgeCheck } from './check-credentials.ts';
import { clevertap } from './clevertap/clevertap.ts';
import { mixpanel } from './mixpanel/mixpanel.ts';
import { moengage } from './moengage/moengage.ts';
import { posthog } from './posthog/posthog.ts';
import { ALL_EVENTS } from './testing/build-delivery-event.ts';

const NOW = new Date('2026-11-16T10:00:00Z');

test('credentials are checked by a request that has no events', () => {
  const bodies = [
    checkRequest(mixpanel, { ...ALL_EVENTS, region: 'eu', projectToken: 't' }, NOW),
    checkRequest(amplitude, { ...ALL_EVENTS, region: 'us', apiKey: 'k' }, NOW),
    checkRequest(posthog, { ...ALL_EVENTS, host: 'https://eu.i.posthog.com', projectToken: 'phc_t' }, NOW),
    checkRequest(clevertap, { ...ALL_EVENTS, region: 'in1', accountId: 'a', passcode: 'p' }, NOW),
    checkRequest(moengage, { ...ALL_EVENTS, dataCentre: '01', workspaceId: 'w', apiKey: 'k' }, NOW),
  ].map((request) => JSON.parse(request?.body ?? 'null'));
  expect(bodies).toMatchObject([
    [],
    { api_key: 'k', events: [] },
    { api_key: 'phc_t', batch: [] },
    { d: [] },
    { type: 'transition', elements: [] },
  ]);
});

test.each([
  [200, '{}', 'accepted'],
  [400, '{"error":"no events"}', 'accepted'],
  [400, '{"error":"Invalid API key: k"}', { refused: expect.stringContaining('Invalid API key') }],
  [401, 'no', { refused: 'answered 401: no' }],
  [403, '', { refused: expect.any(String) }],
  [404, '', { refused: expect.stringContaining('404') }],
  [200, '<html>', { unclear: 'the answer is not from the tool' }],
  [302, '', { unclear: 'answered 302' }],
  [429, '', { unclear: 'answered 429' }],
  [503, '', { unclear: 'answered 503' }],
])('of %i with %s: %j', (status, body, expected) => {
  expect(judgeCheck({ status, headers: {}, body })).toEqual(expected);
});

test('without an answer nothing is known', () => {
  expect(judgeCheck({ failed: 'the server cannot be reached' })).toEqual({
    unclear: 'the server cannot be reached',
  });
});
