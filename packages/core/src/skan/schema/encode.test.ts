import type { SkanSchema } from '@trailmark/contract/skan-bases';
import { describe, expect, it } from 'vitest';
import { decodeCoarse, decodeFine } from './decode.ts';
import { encode, raise } from './encode.ts';
import { NO_FACTS } from './levels.ts';
import { activeVersionAt } from './versions.ts';
import { windowAt } from './windows.ts';

const SCHEMA: SkanSchema = {
  bases: [
    { type: 'event', event: 'signup' },
    { type: 'engagement', event: 'level', counts: [3, 10] },
    {
      type: 'revenue',
      currency: 'USD',
      bounds: ['1', '5', '20'],
      expected: ['2', '10', '40'],
      from: 'given',
    },
  ],
  install_value: 0,
  lock_first_window: 'never',
  values_used: 24,
};

describe('what an install did, as a value', () => {
  it.each([
    ['nothing', {}, '0', 0, 'low'],
    ['signed up', { signup: 1 }, '0', 1, 'medium'],
    ['three levels', { level: 3 }, '0', 2, 'medium'],
    ['signed up and ten levels', { signup: 2, level: 12 }, '0', 5, 'medium'],
    ['paid below the first bucket', {}, '0.99', 0, 'low'],
    ['paid exactly a bound', {}, '5', 12, 'high'],
    ['all of it', { signup: 1, level: 10 }, '20.000001', 23, 'high'],
  ])('%s', (_, counts, revenue, fine, coarse) => {
    expect(encode(SCHEMA, { counts, lastDay: 0, revenue }, { window: 0, hours: 3 })).toEqual({
      fine,
      coarse,
      lock: false,
    });
  });

  it.each([
    ['never', 0, 47, '20', false],
    ['after_24_hours', 0, 23.9, '20', false],
    ['after_24_hours', 0, 24, '0', true],
    ['at_highest_value', 0, 1, '20', false],
    ['never', 1, 60, '0', false],
    ['never', 1, 60, '1', true],
    ['never', 2, 200, '1', true],
  ] as const)('locks (%s) window %i at hour %d with %s paid: %s', (lock, window, hours, revenue, locked) => {
    const value = encode({ ...SCHEMA, lock_first_window: lock }, { ...NO_FACTS, revenue }, { window, hours });
    expect(value.lock).toBe(locked);
  });

  it('locks the first window at the highest value where asked', () => {
    const facts = { counts: { signup: 1, level: 10 }, lastDay: 0, revenue: '20' };
    const schema = { ...SCHEMA, lock_first_window: 'at_highest_value' as const };
    expect(encode(schema, facts, { window: 0, hours: 1 })).toEqual({ fine: 23, coarse: 'high', lock: true });
  });

  it('stays where it was when less is left', () => {
    const before = { fine: 12, coarse: 'high' as const, lock: false };
    expect(raise(before, { fine: 1, coarse: 'medium', lock: false })).toEqual(before);
  });
});

describe('what a value says', () => {
  it('has ranges of counts and of revenue', () => {
    expect(decodeFine(SCHEMA, 15)).toEqual({
      events: [
        { name: 'signup', min: 1, max: null },
        { name: 'level', min: 3, max: 9 },
      ],
      revenue: { currency: 'USD', min: '5', max: '20', expected: '10' },
    });
    expect(decodeFine(SCHEMA, 24)).toBeNull();
  });

  it('says less where it is coarse', () => {
    expect(decodeCoarse(SCHEMA, 1, 'high')?.revenue).toEqual({
      // 3 / (1/2 + 1/10 + 1/40): equal shares of revenue.
      currency: 'USD',
      min: '1',
      max: null,
      expected: '4.8',
    });
    expect(decodeCoarse(SCHEMA, 1, 'medium')).toEqual({
      events: [
        { name: 'signup', min: 0, max: null },
        { name: 'level', min: 0, max: null },
      ],
      revenue: { currency: 'USD', min: '0', max: '1', expected: '0' },
    });
    expect(decodeCoarse({ ...SCHEMA, bases: [SCHEMA.bases[0] as never] }, 0, 'medium')).toBeNull();
  });
});

describe('the version of an instant', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const versions = [
    { version: 1, activatedAt: [day(1), day(20)] },
    { version: 2, activatedAt: [day(10)] },
  ];
  it.each([
    ['before the first', new Date(day(1).getTime() - 1), null],
    ['at once', day(1), 1],
    ['until the next', new Date(day(10).getTime() - 1), 1],
    ['the next', day(10), 2],
    ['one that was active again', day(25), 1],
  ])('%s', (_, instant, version) => {
    expect(activeVersionAt(versions, instant)?.version ?? null).toBe(version);
  });

  it('decodes an old value as it was meant, whatever is active since', () => {
    const old = { version: 1, activatedAt: [day(1)], schema: SCHEMA };
    const bases: SkanSchema['bases'] = [{ type: 'funnel', steps: ['cart', 'buy'] }];
    const next = { version: 2, activatedAt: [day(10)], schema: { ...SCHEMA, bases, values_used: 3 } };
    const decodeAt = (at: Date) => {
      const version = activeVersionAt([next, old], at);
      return version && decodeFine(version.schema, 2)?.events.filter(({ min }) => min > 0);
    };
    expect([decodeAt(day(9)), decodeAt(day(11))]).toEqual([
      [{ name: 'level', min: 3, max: 9 }],
      [{ name: 'buy', min: 1, max: null }],
    ]);
  });
});

it.each([
  [-0.1, null],
  [0, 0],
  [47.9, 0],
  [48, 1],
  [167.9, 1],
  [168, 2],
  [839.9, 2],
  [840, null],
])('hour %d after the first open is in window %s', (hours, window) => {
  expect(windowAt(new Date(0), new Date(hours * 3_600_000))).toBe(window);
});
