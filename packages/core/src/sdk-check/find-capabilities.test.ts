import { expect, test } from 'vitest';
import { findCapabilities } from './find-capabilities.ts';
import type { SdkRows } from './rows.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 10, minute));
const NONE: SdkRows = { installs: [], events: [], payments: [], opens: [], signals: [], mustSign: false };
const phone = { installId: 'i1', platform: 'android' };
const install = {
  ...phone,
  installedAt: at(1),
  updatedAt: at(2),
  userId: null,
  sdkVersion: null,
  hasConsent: false,
  hasTouch: false,
  deviceData: {},
};
const event = {
  ...phone,
  kind: 'event',
  name: 'add_to_cart',
  userId: null,
  receivedAt: at(3),
  hasInit: true,
};
const payment = {
  ...phone,
  userId: null,
  type: 'DEFAULT',
  paymentId: 'p',
  amount: '1',
  currency: 'USD',
  occurredAt: at(4),
};
const signal = { ...phone, count: 1, lastAt: at(5), example: null };

const seenIn = (rows: Partial<SdkRows>) =>
  Object.fromEntries(
    findCapabilities({ ...NONE, ...rows }).flatMap(({ capability, seen_at }) =>
      seen_at === null ? [] : [[capability, new Date(seen_at).getUTCMinutes()]],
    ),
  );

test.each<[string, Partial<SdkRows>, Record<string, number>]>([
  ['nothing', {}, {}],
  ['an install', { installs: [install] }, { init: 1 }],
  ['a later open', { installs: [install], events: [{ ...event, kind: 'open', name: '$open' }] }, { init: 3 }],
  ['an event', { events: [event] }, { event: 3 }],
  ['an event of a user', { events: [{ ...event, userId: 'u' }] }, { identify: 3, event: 3 }],
  ['a sign-up', { events: [{ ...event, kind: 'signup', name: '$signup', userId: 'u' }] }, { identify: 3 }],
  ['a sign-in is no event of the app', { events: [{ ...event, name: '$login' }] }, {}],
  ['a user without an event', { installs: [{ ...install, userId: 'u' }] }, { init: 1, identify: 2 }],
  ['a payment', { payments: [payment] }, { payment: 4 }],
  [
    'a Play referrer',
    { installs: [{ ...install, deviceData: { install_ref: 'utm_source=x' } }] },
    { init: 1, referrer: 1 },
  ],
  [
    'a Meta referrer',
    { installs: [{ ...install, deviceData: { meta_install_ref: { install_referrer: 'x' } } }] },
    { init: 1, referrer: 1 },
  ],
  ['an empty referrer', { installs: [{ ...install, deviceData: { install_ref: '' } }] }, { init: 1 }],
  ['the touch of a visitor', { installs: [{ ...install, hasTouch: true }] }, { init: 1, referrer: 1 }],
  ['consent', { installs: [{ ...install, hasConsent: true }] }, { init: 1, consent: 2 }],
  ['a signature', { signals: [{ ...signal, signal: 'signed' }] }, { signature: 5 }],
  ['an event that is not among the latest', { signals: [{ ...signal, signal: 'event' }] }, { event: 5 }],
  ['a user', { signals: [{ ...signal, signal: 'identify' }] }, { identify: 5 }],
  ['a referrer', { signals: [{ ...signal, signal: 'referrer' }] }, { referrer: 5 }],
  ['a choice', { signals: [{ ...signal, signal: 'consent' }] }, { consent: 5 }],
  ['a deep link', { signals: [{ ...signal, signal: 'deep_link' }] }, { deep_link: 5 }],
  ['a missing signature', { signals: [{ ...signal, signal: 'unsigned' }] }, {}],
])('%s shows', (_, rows, seen) => {
  expect(seenIn(rows)).toEqual(seen);
});

test('the latest install is named, and none where a server sent it for a user', () => {
  const rows = { ...NONE, events: [event, { ...event, installId: '', receivedAt: at(9) }] };
  expect(findCapabilities(rows).find(({ capability }) => capability === 'event')).toEqual({
    capability: 'event',
    seen_at: at(9).toISOString(),
    install_id: null,
    platform: 'android',
  });
});
