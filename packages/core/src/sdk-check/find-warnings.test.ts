import { describe, expect, test } from 'vitest';
import { findWarnings } from './find-warnings.ts';
import type { CheckedEvent, CheckedInstall, CheckedPayment, SdkRows } from './rows.ts';
import { isOldSdk } from './sdk-versions.ts';

const NOW = new Date('2026-11-18T10:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const NONE: SdkRows = { installs: [], events: [], payments: [], opens: [], signals: [], mustSign: false };

const install = (n: number, given: Partial<CheckedInstall> = {}): CheckedInstall => ({
  installId: `i${n}`,
  platform: 'android',
  installedAt: at(n),
  updatedAt: at(n),
  userId: null,
  sdkVersion: null,
  hasConsent: false,
  hasTouch: false,
  deviceData: {},
  ...given,
});
const event = (given: Partial<CheckedEvent> = {}): CheckedEvent => ({
  installId: 'i1',
  platform: 'android',
  kind: 'event',
  name: 'add_to_cart',
  userId: null,
  receivedAt: NOW,
  hasInit: true,
  ...given,
});
const payment = (seconds: number, given: Partial<CheckedPayment> = {}): CheckedPayment => ({
  installId: 'i1',
  platform: 'android',
  userId: 'u1',
  type: 'DEFAULT',
  paymentId: `p${seconds}`,
  amount: '499',
  currency: 'INR',
  occurredAt: at(seconds),
  ...given,
});
const many = (count: number, given: (n: number) => Partial<CheckedInstall> = () => ({})) =>
  Array.from({ length: count }, (_, n) => install(n, given(n)));
const ZEROS = '00000000-0000-0000-0000-000000000000';
const REAL = '38400000-8cf0-11bd-b23e-10b96e40000d';

const kindsOf = (rows: Partial<SdkRows>) => findWarnings({ ...NONE, ...rows }).map(({ kind }) => kind);

describe('an integration is warned of', () => {
  test.each<[string, Partial<SdkRows>, string[]]>([
    ['nothing where nothing came', {}, []],
    ['five installs without a user', { installs: many(5) }, ['no_user_id']],
    ['not of four: they may not have signed in yet', { installs: many(4) }, []],
    ['not when one of them has a user', { installs: many(5, (n) => (n === 3 ? { userId: 'u' } : {})) }, []],
    ['not when an event names a user', { installs: many(5), events: [event({ userId: 'u' })] }, []],
    ['equal payments 2 s apart', { payments: [payment(0), payment(2)] }, ['duplicate_payments']],
    ['equal payments in any order', { payments: [payment(10), payment(0)] }, ['duplicate_payments']],
    [
      'equal amounts that are written differently',
      { payments: [payment(0), payment(1, { amount: '499.00' })] },
      ['duplicate_payments'],
    ],
    ['not 11 s apart', { payments: [payment(0), payment(11)] }, []],
    ['not of two states of one payment', { payments: [payment(0), payment(2, { paymentId: 'p0' })] }, []],
    ['not of other amounts', { payments: [payment(0), payment(2, { amount: '500' })] }, []],
    ['not of other currencies', { payments: [payment(0), payment(2, { currency: 'USD' })] }, []],
    ['not of other users', { payments: [payment(0), payment(2, { userId: 'u2' })] }, []],
    [
      'by install where there is no user',
      { payments: [payment(0, { userId: null }), payment(2, { userId: null })] },
      ['duplicate_payments'],
    ],
    ['not of free ones', { payments: [payment(0, { amount: '0' }), payment(2, { amount: '0' })] }, []],
    [
      'advertising ids of zeros',
      { installs: many(3, () => ({ userId: 'u', deviceData: { gaid: ZEROS } })) },
      ['zero_advertising_ids'],
    ],
    [
      'not of two: people switch tracking off',
      { installs: many(2, () => ({ userId: 'u', deviceData: { idfa: ZEROS } })) },
      [],
    ],
    [
      'not when another install sends a real one',
      { installs: many(4, (n) => ({ userId: 'u', deviceData: { gaid: n === 0 ? REAL : ZEROS } })) },
      [],
    ],
    [
      'not of empty ones',
      { installs: many(4, () => ({ userId: 'u', deviceData: { gaid: '', idfa: null } })) },
      [],
    ],
    ['events without a first open', { events: [event({ hasInit: false })] }, ['events_without_init']],
    ['not when a server sent them for a user', { events: [event({ hasInit: false, installId: '' })] }, []],
    [
      'a click 0.4 s before the open',
      { opens: [{ installId: 'i', at: NOW, clickAgeSeconds: 0.4 }] },
      ['click_before_open'],
    ],
    ['not of one 1 s before', { opens: [{ installId: 'i', at: NOW, clickAgeSeconds: 1 }] }, []],
    ['an old SDK', { installs: [install(1, { sdkVersion: 'web@0.0.9' })] }, ['old_sdk']],
    ['not of another provider’s', { installs: [install(1, { sdkVersion: '4.0.1' })] }, []],
  ])('%s', (_, rows, kinds) => {
    expect(kindsOf(rows)).toEqual(kinds);
  });

  const signal = { count: 3, lastAt: NOW, installId: 'i9', platform: null, example: '-7200' };
  test.each<[string, Partial<SdkRows>, string[]]>([
    [
      'unsigned requests where they are refused',
      { signals: [{ ...signal, signal: 'unsigned' }], mustSign: true },
      ['unsigned_requests'],
    ],
    ['not when signing is optional by now', { signals: [{ ...signal, signal: 'unsigned' }] }, []],
    ['a clock that is wrong', { signals: [{ ...signal, signal: 'clock_skew' }] }, ['clock_skew']],
    ['not of signed requests', { signals: [{ ...signal, signal: 'signed' }] }, []],
  ])('%s', (_, rows, kinds) => {
    expect(kindsOf(rows)).toEqual(kinds);
  });

  test('each says how many of how many, the latest and a value', () => {
    const rows = { ...NONE, payments: [payment(0), payment(2), payment(100)] };
    expect(findWarnings(rows)).toEqual([
      {
        kind: 'duplicate_payments',
        count: 1,
        of: 3,
        last_at: at(2).toISOString(),
        install_id: 'i1',
        example: '499 INR: p0, p2',
      },
    ]);
    const signals = [
      { ...signal, signal: 'clock_skew' as const },
      { ...signal, signal: 'clock_skew' as const, lastAt: at(-9) },
    ];
    expect(findWarnings({ ...NONE, signals })).toMatchObject([
      { count: 6, last_at: NOW.toISOString(), install_id: 'i9', example: '-7200' },
    ]);
  });
});

describe('a version', () => {
  const oldest = { web: '1.2.0', 'react-native': '1.2.0' };
  test.each([
    ['web@1.1.9', true],
    ['web@1.2.0', false],
    ['web@1.2', false],
    ['web@1.10.0', false],
    ['web@1.0.0-beta.1', true],
    ['react-native@1.1', true],
    ['react-native@2.0.0', false],
    ['web-1.0', false],
    ['android-rest-1.0', false],
    ['1.0.0', false],
    ['', false],
    [null, false],
  ])('%s is old: %s', (version, isOld) => {
    expect(isOldSdk(version, oldest)).toBe(isOld);
  });
});
