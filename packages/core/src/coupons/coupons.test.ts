import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateCodes, patternProblem } from './generate-codes.ts';
import { type CouponMove, type CouponState, judgeCoupon } from './judge-coupon.ts';
import { readByProfile } from './provider-profile.ts';

const AT = new Date('2026-11-16T10:00:00Z');
const code = (over: Partial<CouponState> = {}): CouponState => ({
  maxUses: 2,
  uses: 0,
  issues: 0,
  isWithdrawn: false,
  validFrom: null,
  validTo: null,
  isPoolClosed: false,
  redemption: null,
  ...over,
});
const move = (over: Partial<CouponMove> = {}): CouponMove => ({
  type: 'redeemed',
  occurredAt: AT,
  orderId: null,
  amount: null,
  currency: null,
  ...over,
});
const REDEEMED = { id: 'r', amount: '499.50', currency: 'INR' };

describe('a call about a code', () => {
  test.each<[string, CouponState, CouponMove, object]>([
    ['an issue', code(), move({ type: 'issued' }), { issues: 1, uses: 0 }],
    ['a redemption', code(), move({ amount: '5', currency: 'INR' }), { uses: 1, amount: '5' }],
    ['the last use', code({ uses: 1 }), move(), { uses: 2 }],
    ['at its first moment', code({ validFrom: AT }), move(), { uses: 1 }],
    ['at its last moment', code({ validTo: AT }), move(), { uses: 1 }],
    ['of a closed pool', code({ isPoolClosed: true }), move(), { uses: 1 }],
    ['without an order, after another', code({ uses: 1, redemption: REDEEMED }), move(), { uses: 2 }],
    [
      'a reversal',
      code({ uses: 1, redemption: REDEEMED }),
      move({ type: 'reversed' }),
      { uses: 0, reverses: 'r', amount: '-499.50', currency: 'INR' },
    ],
    [
      'a reversal of a part',
      code({ uses: 1, redemption: REDEEMED, isWithdrawn: true }),
      move({ type: 'reversed', amount: '99', currency: 'INR' }),
      { uses: 0, amount: '-99' },
    ],
  ])('is taken: %s', (_what, state, call, expected) => {
    expect(judgeCoupon(state, call)).toMatchObject(expected);
  });

  test.each<[string, CouponState, CouponMove, string, RegExp]>([
    ['used up', code({ uses: 2 }), move(), 'coupon_code', /redeemed as often/],
    ['issued up', code({ issues: 2 }), move({ type: 'issued' }), 'coupon_code', /issued as often/],
    ['closed', code({ isPoolClosed: true }), move({ type: 'issued' }), 'coupon_code', /closed/],
    ['withdrawn', code({ isWithdrawn: true }), move(), 'coupon_code', /withdrawn/],
    ['early', code({ validFrom: new Date(AT.getTime() + 1) }), move(), 'coupon_code', /valid from/],
    ['late', code({ validTo: new Date(AT.getTime() - 1) }), move(), 'coupon_code', /valid until/],
    [
      'an order twice',
      code({ uses: 1, redemption: REDEEMED }),
      move({ orderId: 'A' }),
      'order_id',
      /already/,
    ],
    ['a reversal of nothing', code(), move({ type: 'reversed' }), 'coupon_code', /no redemption/],
    ['of an unknown order', code(), move({ type: 'reversed', orderId: 'A' }), 'order_id', /no redemption/],
    [
      'more than was redeemed',
      code({ uses: 1, redemption: REDEEMED }),
      move({ type: 'reversed', amount: '499.51', currency: 'INR' }),
      ...(['amount', /more than/] as [string, RegExp]),
    ],
    [
      'another currency',
      code({ uses: 1, redemption: REDEEMED }),
      move({ type: 'reversed', amount: '1', currency: 'USD' }),
      ...(['currency', /not that/] as [string, RegExp]),
    ],
  ])('is refused: %s', (_what, state, call, field, reason) => {
    expect(judgeCoupon(state, call)).toEqual({ field, reason: expect.stringMatching(reason) });
  });
});

test('generated codes follow their pattern, differ, and are too many to be guessed', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const codes = generateCodes('HOLI-####', 200, random);
  expect(codes.size).toBe(200);
  for (const one of codes) expect(one).toMatch(/^HOLI-[A-HJKMNP-Z2-9]{4}$/);
  expect(patternProblem('HOLI-####', 200)).toBeNull();
  expect(patternProblem('HOLI-####', 5000)).toMatch(/needs 5 or more #/);
  expect(patternProblem('HOLI', 1)).not.toBeNull();
});

describe('a profile', () => {
  const profile = {
    fields: { event_id: 'txn.id', type: 'status', 'user.gaid': 'device.gaid' },
    types: { BURNED: 'redeemed' as const },
  };
  test('reads a call in the words of its network', () => {
    const body = { txn: { id: 't' }, status: 'BURNED', device: { gaid: 'g' }, coupon_code: 'HOLI' };
    expect(readByProfile(body, profile)).toMatchObject({
      event_id: 't',
      type: 'redeemed',
      coupon_code: 'HOLI',
      user: { gaid: 'g' },
    });
  });
  test('never throws, and finds nothing that a body only inherits', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        expect(typeof readByProfile(body, profile)).toBe('object');
      }),
    );
    const inherited = { fields: { event_id: 'constructor.name' }, types: {} };
    expect(readByProfile({}, inherited).event_id).toBeUndefined();
  });
});
