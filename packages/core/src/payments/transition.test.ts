import { describe, expect, test } from 'vitest';
import { isRevenue, moves, PAYMENT_STATUSES, type PaymentStatus } from './transition.ts';

const WAYS: [PaymentStatus | null, PaymentStatus][] = [
  [null, 'PAYMENT_INITIATED'],
  [null, 'PAYMENT_COMPLETED'],
  [null, 'PAYMENT_FAILED'],
  [null, 'PAYMENT_CANCELLED'],
  ['PAYMENT_INITIATED', 'PAYMENT_COMPLETED'],
  ['PAYMENT_INITIATED', 'PAYMENT_FAILED'],
  ['PAYMENT_INITIATED', 'PAYMENT_CANCELLED'],
  ['PAYMENT_FAILED', 'PAYMENT_COMPLETED'],
  ['PAYMENT_COMPLETED', 'PAYMENT_REFUNDED'],
];
const ALL = [null, ...PAYMENT_STATUSES].flatMap((from) => PAYMENT_STATUSES.map((to) => [from, to] as const));

describe('a payment', () => {
  test.each(ALL)('from %s to %s', (from, to) => {
    expect(moves(from, to)).toBe(WAYS.some(([a, b]) => a === from && b === to));
  });

  test('never stays where it is, so that a repeat books nothing', () => {
    for (const status of PAYMENT_STATUSES) expect(moves(status, status)).toBe(false);
  });

  test.each([
    ['ONE_TIME', true],
    ['SUBSCRIPTION_RENEWED', true],
    ['FUNDS_WITHDRAWAL', false],
    ['SUBSCRIPTION_CANCELLED', false],
    ['SUBSCRIPTION_REFUNDED', false],
    ['SUBSCRIPTION_BILLING_ISSUE', false],
  ])('of type %s is revenue: %s', (type, expected) => {
    expect(isRevenue(type)).toBe(expected);
  });
});
