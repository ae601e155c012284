import { expect, test } from 'vitest';
import { findSignals, unsignedSignal } from './find-signals.ts';

const NOW = new Date('2026-11-18T10:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000).toISOString();
const own = { install_instance_id: 'i1', platform: 'ANDROID' };

test.each<[string, { call: string; body: Record<string, unknown>; isSigned?: boolean }, string[]]>([
  ['an event', { call: 'capture-event', body: own }, []],
  ['a signed event', { call: 'capture-event', body: own, isSigned: true }, ['signed']],
  ['a link', { call: 'handle-deeplink', body: own }, ['deep_link']],
  ['an open by a link', { call: 'init', body: { ...own, link: 'https://x.example/a' } }, ['deep_link']],
  ['an open without a link', { call: 'init', body: { ...own, link: '' } }, []],
  ['a visit of a page', { call: 'init', body: { ...own, platform: 'WEB', link: 'https://x.example/a' } }, []],
  ['a clock 6 minutes ahead', { call: 'init', body: { ...own, sent_at: minutes(6) } }, ['clock_skew']],
  ['a clock 6 minutes behind', { call: 'init', body: { ...own, sent_at: minutes(-6) } }, ['clock_skew']],
  ['a clock 5 minutes behind', { call: 'init', body: { ...own, sent_at: minutes(-5) } }, []],
  ['no time', { call: 'init', body: { ...own, sent_at: 'yesterday' } }, []],
  [
    'a batch with a wrong clock',
    { call: 'batch', body: { sent_at: minutes(9), items: [{ call: 'init', body: own }] } },
    ['clock_skew'],
  ],
  [
    'an item with a wrong clock',
    { call: 'batch', body: { items: [{ call: 'init', body: { ...own, sent_at: minutes(9) } }] } },
    ['clock_skew'],
  ],
  [
    'a batch with an open by a link',
    { call: 'batch', body: { items: [{ call: 'init', body: { ...own, link: 'kite://a' } }] } },
    ['deep_link'],
  ],
  [
    'a batch with a link after something else',
    {
      call: 'batch',
      body: { items: [null, { call: 'capture-event', body: own }, { call: 'handle-deeplink', body: own }] },
    },
    ['deep_link'],
  ],
  ['a visit of a page in small letters', { call: 'init', body: { platform: 'web', link: 'https://x' } }, []],
  ['an event of the app', { call: 'capture-event', body: { ...own, event_name: 'tap' } }, ['event']],
  ['an event of ours', { call: 'capture-event', body: { ...own, event_name: '$login' } }, []],
  ['a page', { call: 'page-view', body: { ...own, page_url: 'https://x.example/' } }, []],
  ['a user', { call: 'customer-user-id', body: { ...own, user_id: 'u' } }, ['identify']],
  ['a person', { call: 'set-user-data', body: { ...own, user_data: { id: 7 } } }, ['identify']],
  ['the touch of a visitor', { call: 'init', body: { ...own, first_touch: { url: 'x' } } }, ['referrer']],
  [
    'a referrer and consent',
    { call: 'init', body: { ...own, device_data: { install_ref: 'utm_source=x', consent: { gpc: true } } } },
    ['referrer', 'consent'],
  ],
  [
    'a bot',
    { call: 'capture-event', body: { ...own, event_name: 'tap', device_data: { is_bot: true } } },
    [],
  ],
  [
    'an event after something else in a batch',
    {
      call: 'batch',
      body: {
        items: [
          { call: 'page-view', body: own },
          { call: 'capture-event', body: { ...own, event_name: 'tap', user_id: 'u' } },
        ],
      },
    },
    ['identify', 'event'],
  ],
  ['a batch that is none', { call: 'batch', body: { items: 'many' }, isSigned: true }, ['signed']],
])('%s', (_, request, signals) => {
  const found = findSignals({ isSigned: false, now: NOW, ...request });
  expect(found.map(({ signal }) => signal)).toEqual(signals);
});

test('the install is named, whatever else is sent in its place', () => {
  const items = [{ call: 'init', body: { ...own, sent_at: minutes(-120) } }];
  expect(findSignals({ call: 'batch', body: { items }, isSigned: false, now: NOW })).toEqual([
    { signal: 'clock_skew', installId: 'i1', platform: 'android', example: '-7200' },
  ]);
  expect(unsignedSignal({ install_instance_id: ['x'], platform: 7 })).toEqual({
    signal: 'unsigned',
    installId: null,
    platform: '7',
    example: null,
  });
});
