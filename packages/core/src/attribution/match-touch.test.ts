import { describe, expect, test } from 'vitest';
import type { Conversion, Touch } from './decision.ts';
import { matchTouch } from './match-touch.ts';
import { DEFAULT_THRESHOLDS } from './rules.ts';
import { buildConversion, buildTouch, DEVICE_ID } from './testing/build-case.ts';

function match(touch: Partial<Touch>, conversion: Partial<Conversion> = {}) {
  const connection = matchTouch(
    buildConversion(conversion),
    buildTouch({ foundBy: ['ip'], ...touch }),
    DEFAULT_THRESHOLDS,
  );
  return connection.match ?? connection.because;
}

const iPhone = { platform: 'ios', osVersion: '17.5', model: 'iPhone15,2', language: 'en' } as const;
const inSafari = { platform: 'ios', osVersion: '17.5', model: 'iPhone', language: 'en-GB' } as const;

describe('a click from the same address', () => {
  test('is matched by similarity on Android', () => {
    expect(match({})).toBe('probabilistic');
  });

  const obstacles: [string, Partial<Touch>, Partial<Conversion>, string][] = [
    ['an open by a link', {}, { kind: 'deep_link' }, 'an open by a link is never matched by likeness'],
    ['a session', {}, { kind: 'session' }, 'a session is never matched by similarity'],
    ['another address', { ip: '203.0.113.8' }, {}, 'its address is not that of the device'],
    ['no address', { ip: null }, { ip: null }, 'its address is not that of the device'],
    ['another platform', { platform: 'ios' }, {}, 'it was not made on the platform of the device'],
    ['a desktop', { platform: 'desktop' }, {}, 'it was not made on the platform of the device'],
    [
      'platforms that nobody knows',
      { platform: 'other' },
      { platform: 'other' },
      'it was not made on the platform of the device',
    ],
    [
      'a click through Private Relay',
      { isRelay: true },
      {},
      'an address of Private Relay says nothing about the device',
    ],
    [
      'an open through Private Relay',
      {},
      { isRelay: true },
      'an address of Private Relay says nothing about the device',
    ],
    [
      'the id of another device',
      { advertisingId: '11111111-1111-4111-8111-111111111111' },
      {},
      'it carries the advertising id of another device',
    ],
    ['a view', { kind: 'view' }, {}, 'a view is matched by an id only'],
  ];
  test.each(obstacles)('is not matched: %s', (_, touch, conversion, because) => {
    expect(match(touch, conversion)).toBe(because);
  });

  test.each([
    ['the device has no id', { advertisingId: DEVICE_ID }, { advertisingId: null }],
    ['the click has none', { advertisingId: null }, {}],
    ['one of them is of zeros', { advertisingId: '00000000-0000-0000-0000-000000000000' }, {}],
    ['both are the same', { advertisingId: DEVICE_ID.toUpperCase() }, {}],
  ])('may be matched although there are advertising ids, when %s', (_, touch, conversion) => {
    expect(match(touch, conversion)).toBe('probabilistic');
  });
});

describe('on iOS', () => {
  const forbidden = 'on iOS likeness counts only for owned media, or when tracking is authorised';
  const unknown = 'addresses of Private Relay are not known yet, so Apple devices are not matched by address';
  test.each([
    ['no answer about tracking', {}, { trackingAuthorized: null }, forbidden],
    ['tracking refused', {}, { trackingAuthorized: false }, forbidden],
    ['tracking authorised', {}, { trackingAuthorized: true }, 'probabilistic'],
    ['owned media', { ownedMedia: true }, { trackingAuthorized: null }, 'probabilistic'],
    ['owned media, tracking refused', { ownedMedia: true }, { trackingAuthorized: false }, 'probabilistic'],
    ['owned media, relays not known', { ownedMedia: true }, { relayKnown: false }, unknown],
    ['tracking authorised, relays not known', {}, { trackingAuthorized: true, relayKnown: false }, unknown],
  ])('%s', (_, touch, conversion, expected) => {
    expect(match({ ...inSafari, ...touch }, { ...iPhone, ...conversion })).toBe(expected);
  });

  test('relays that are not known do not matter on Android', () => {
    expect(match({}, { relayKnown: false })).toBe('probabilistic');
  });
});

describe('the minimum similarity', () => {
  const bare = { osVersion: null, model: null, language: null };

  test('is not reached by an address alone', () => {
    expect(match(bare)).toBe('its likeness to the device is 60 of 100, below 70');
  });

  test('is reached by an address and a language', () => {
    expect(match({ ...bare, language: 'en' })).toBe('probabilistic');
  });

  test('is not reached by another model, though the rest agrees', () => {
    expect(match({ model: 'SM-G991B' })).toBe('its likeness to the device is 45 of 100, below 70');
  });

  test('is a setting', () => {
    const lenient = { ...DEFAULT_THRESHOLDS, minLikeness: 60 };
    const touch = buildTouch({ foundBy: ['ip'], ...bare });
    expect(matchTouch(buildConversion(), touch, lenient)).toEqual({
      match: 'probabilistic',
      similarity: 60,
      because: '',
    });
  });
});

test('ids are compared in one spelling', () => {
  const touch = {
    foundBy: ['advertising_id'],
    advertisingId: DEVICE_ID.toUpperCase(),
  } satisfies Partial<Touch>;
  expect(match(touch)).toBe('device_id');
  expect(match({ ...touch, kind: 'view' })).toBe('view');
});
