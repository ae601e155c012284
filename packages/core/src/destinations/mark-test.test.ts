import { expect, test } from 'vitest';
import type { EventMap } from './event-map.ts';
import { google } from './google/google.ts';
import { markTest } from './mark-test.ts';
import { buildNetworkEvent } from './testing/build-network-event.ts';

const MAP: EventMap = {
  id: 'm',
  event: 'payment',
  networkEvent: 'Purchase',
  value: { from: 'event' },
  installs: 'all',
  times: 'every',
  consent: 'ignored',
};

test.each<[string, unknown, string]>([
  ['META', { testEventCode: null }, 'test event code of Meta'],
  ['TIKTOK', { testEventCode: null }, 'test event code of TikTok'],
  ['GOOGLE', {}, 'no test for events of apps'],
  ['JIO_COUPONS', {}, 'no way to mark'],
])('%s without a mark: no test', (kind, config, words) => {
  expect(markTest(kind, config, MAP)).toEqual({ problem: expect.stringContaining(words) });
});

test.each(['META', 'TIKTOK'])('%s marks a test by its code', (kind) => {
  const config = { testEventCode: 'TEST1' };
  expect(markTest(kind, config, MAP)).toEqual({ config, note: expect.any(String) });
});

test('Google’s Data Manager is asked to check a conversion and not to keep it', () => {
  const map = { ...MAP, networkEvent: '6459874321' };
  const offline = { version: 'v1', accessToken: 't', accountId: '1', loginAccountId: null };
  const config = { app: null, offline, maps: [map] };
  const bodyOf = (used: typeof config) => {
    const event = buildNetworkEvent({
      kind: 'payment',
      contact: { email: 'a@example.com', phone: null, name: null },
    });
    const mapped = google.map(event, used, event.occurredAt);
    const item = 'send' in mapped ? [mapped.send] : [];
    const [planned] = google.requests(item, used, event.occurredAt);
    return JSON.parse(planned?.request.body ?? '{}') as object;
  };
  const marked = markTest('GOOGLE', config, map);
  expect('config' in marked && bodyOf(marked.config as typeof config)).toMatchObject({ validateOnly: true });
  expect(bodyOf(config)).not.toHaveProperty('validateOnly');
});
