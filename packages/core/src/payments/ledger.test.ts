import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRemovedBy, type KeptRemoval, type LedgerPayment, openLedger } from './ledger.ts';
import type { PaymentStatus } from './transition.ts';

type Message = { pay: LedgerPayment } | { remove: KeptRemoval };

/** As if nothing said when it happened: not before anything that arrived. */
const NOW = new Date('2026-03-10T10:00:00Z');
const EARLIER = new Date('2026-03-10T09:00:00Z');

const pay = (status: PaymentStatus, over: Partial<LedgerPayment> = {}): Message => ({
  pay: { type: 'DEFAULT', paymentId: 'p', userId: 'u', status, occurredAt: NOW, ...over },
});
const remove = (paymentId: string | null, userId: string | null = null): Message => ({
  remove: { paymentId, userId, at: NOW, isApplied: false },
});
const INITIATED = pay('PAYMENT_INITIATED');
const COMPLETED = pay('PAYMENT_COMPLETED');
const FAILED = pay('PAYMENT_FAILED');
const CANCELLED = pay('PAYMENT_CANCELLED');

interface LedgerState {
  payments: LedgerPayment[];
  removals: KeptRemoval[];
  paid: number;
  refunded: number;
}
const EMPTY: LedgerState = { payments: [], removals: [], paid: 0, refunded: 0 };

/** Books a group of messages on what the groups before have stored, as the database keeps it. */
function applyGroup(state: LedgerState, group: Message[]): LedgerState {
  const ledger = openLedger(structuredClone(state.payments), structuredClone(state.removals));
  let { paid, refunded } = state;
  for (const message of group) {
    if ('remove' in message) {
      refunded += ledger.remove({ ...message.remove }).length;
      continue;
    }
    const booked = ledger.pay(message.pay);
    if (booked && message.pay.status === 'PAYMENT_COMPLETED') paid += 1;
    if (booked?.removal) refunded += 1;
  }
  const { payments, removals } = ledger.changes();
  const keyOf = ({ type, paymentId }: LedgerPayment) => `${type} ${paymentId}`;
  const stored = new Map([...state.payments, ...payments].map((one) => [keyOf(one), one]));
  const kept = new Map(
    [...state.removals, ...removals].map((one) => [`${one.paymentId} ${one.userId}`, one]),
  );
  return { payments: [...stored.values()], removals: [...kept.values()], paid, refunded };
}

const applyAll = (messages: Message[]) =>
  messages.reduce((state, message) => applyGroup(state, [message]), EMPTY);

describe('one payment', () => {
  const CASES: [string, Message[], { paid: number; refunded: number; status: PaymentStatus }][] = [
    ['is paid', [INITIATED, COMPLETED], { paid: 1, refunded: 0, status: 'PAYMENT_COMPLETED' }],
    ['is paid once', [COMPLETED, COMPLETED], { paid: 1, refunded: 0, status: 'PAYMENT_COMPLETED' }],
    ['is tried again', [FAILED, COMPLETED], { paid: 1, refunded: 0, status: 'PAYMENT_COMPLETED' }],
    ['fails too late', [COMPLETED, FAILED], { paid: 1, refunded: 0, status: 'PAYMENT_COMPLETED' }],
    ['stays cancelled', [CANCELLED, COMPLETED], { paid: 0, refunded: 0, status: 'PAYMENT_CANCELLED' }],
    ['is refunded', [COMPLETED, remove('p')], { paid: 1, refunded: 1, status: 'PAYMENT_REFUNDED' }],
    ['is refunded first', [remove('p'), COMPLETED], { paid: 1, refunded: 1, status: 'PAYMENT_REFUNDED' }],
    [
      'is refunded before it is completed',
      [INITIATED, remove('p'), COMPLETED],
      { paid: 1, refunded: 1, status: 'PAYMENT_REFUNDED' },
    ],
    [
      'is refunded before it is tried again',
      [FAILED, remove('p', 'u'), COMPLETED],
      { paid: 1, refunded: 1, status: 'PAYMENT_REFUNDED' },
    ],
    [
      'is refunded once',
      [remove('p'), COMPLETED, remove('p', 'u'), COMPLETED, remove(null, 'u')],
      { paid: 1, refunded: 1, status: 'PAYMENT_REFUNDED' },
    ],
    [
      'of a user who is removed before it is kept',
      [remove(null, 'u'), COMPLETED],
      { paid: 1, refunded: 0, status: 'PAYMENT_COMPLETED' },
    ],
    [
      'that a removed user has begun is called off',
      [INITIATED, remove(null, 'u'), COMPLETED],
      { paid: 0, refunded: 0, status: 'PAYMENT_CANCELLED' },
    ],
    [
      'that failed before its user was removed can still be made',
      [FAILED, remove(null, 'u'), COMPLETED],
      { paid: 1, refunded: 0, status: 'PAYMENT_COMPLETED' },
    ],
  ];
  test.each(CASES)('%s', (_, messages, { paid, refunded, status }) => {
    const state = applyAll(messages);
    expect([state.paid, state.refunded, state.payments[0]?.status]).toEqual([paid, refunded, status]);
  });
});

describe('a payment of another type with the same id', () => {
  const renewed = (occurredAt: Date) =>
    pay('PAYMENT_COMPLETED', { type: 'SUBSCRIPTION_RENEWED', occurredAt });

  test.each<[string, Message[], number]>([
    ['is kept after a removal that refunded', [COMPLETED, remove('p'), renewed(NOW)], 1],
    ['is kept after a removal that waited', [remove('p'), COMPLETED, renewed(NOW)], 1],
    ['is kept after a repeat of the removal', [COMPLETED, remove('p'), remove('p', 'u'), renewed(NOW)], 1],
    ['is removed by a removal after it', [COMPLETED, remove('p'), renewed(NOW), remove('p')], 2],
    ['is removed when it occurred before the removal', [COMPLETED, remove('p'), renewed(EARLIER)], 2],
  ])('%s', (_, messages, refunded) => {
    expect(applyAll(messages)).toMatchObject({ paid: 2, refunded });
  });
});

test.each<[string, Partial<LedgerPayment>, Parameters<typeof isRemovedBy>[1], boolean]>([
  ['its id', {}, { paymentId: 'p', userId: null }, true],
  ['another id', {}, { paymentId: 'q', userId: null }, false],
  ['its id and its user', {}, { paymentId: 'p', userId: 'u' }, true],
  ['its id and another user', {}, { paymentId: 'p', userId: 'w' }, false],
  ['its id and a user, when nobody is known', { userId: null }, { paymentId: 'p', userId: 'w' }, true],
  ['its user', {}, { paymentId: null, userId: 'u' }, true],
  ['another user', {}, { paymentId: null, userId: 'w' }, false],
  ['a user, when nobody is known', { userId: null }, { paymentId: null, userId: 'u' }, false],
])('a payment is removed by %s or not', (_, over, removal, isRemoved) => {
  const payment = { type: 'DEFAULT', paymentId: 'p', userId: 'u', status: null, ...over };
  expect(isRemovedBy(payment, removal)).toBe(isRemoved);
});

const USERS: Record<string, string | null> = { p: 'u', q: 'u', r: 'w', s: null };
const someId = fc.constantFrom('p', 'q', 'r', 's');
const someUser = fc.constantFrom('u', 'w', null);
const aPayment = (statuses: PaymentStatus[]) =>
  fc
    .record({
      paymentId: someId,
      type: fc.constantFrom('DEFAULT', 'ONE_TIME'),
      status: fc.constantFrom(...statuses),
    })
    .map((one): Message => ({ pay: { ...one, userId: USERS[one.paymentId] ?? null, occurredAt: EARLIER } }));
const byId = fc
  .record({ paymentId: someId, userId: someUser })
  .map(({ paymentId, userId }): Message => remove(paymentId, userId));
/** Payments without a time of their own, one for each id. */
const untimed = (message: Message): Message =>
  'pay' in message ? { pay: { ...message.pay, type: 'DEFAULT', occurredAt: NOW } } : message;
const byUser = fc.constantFrom('u', 'w').map((userId): Message => remove(null, userId));

test.each<[string, (message: Message) => Message]>([
  ['that occurred before', (message) => message],
  ['without a time', untimed],
])('any order of payments %s, retries and removals by id ends with the same ledger', (_, asSent) => {
  const statuses: PaymentStatus[] = ['PAYMENT_INITIATED', 'PAYMENT_COMPLETED', 'PAYMENT_FAILED'];
  const messages = fc.array(fc.oneof(aPayment(statuses), byId).map(asSent), { maxLength: 12 });
  const orders = messages.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
  );
  fc.assert(
    fc.property(orders, ([one, other]) => {
      const [first, second] = [applyAll(one), applyAll(other)];
      expect([second.paid, second.refunded]).toEqual([first.paid, first.refunded]);
      // By hand: what was completed is paid once, and refunded once if any removal means it.
      const keys = new Map<string, LedgerPayment>();
      for (const message of one) {
        if ('pay' in message && message.pay.status === 'PAYMENT_COMPLETED')
          keys.set(`${message.pay.type} ${message.pay.paymentId}`, message.pay);
      }
      const taken = [...keys.values()].filter((payment) =>
        one.some((message) => 'remove' in message && isRemovedBy(payment, message.remove)),
      );
      expect([first.paid, first.refunded]).toEqual([keys.size, taken.length]);
    }),
  );
});

test('how messages are grouped, and a second copy of each, changes nothing', () => {
  const statuses: PaymentStatus[] = [
    ...(['PAYMENT_INITIATED', 'PAYMENT_COMPLETED', 'PAYMENT_FAILED', 'PAYMENT_CANCELLED'] as const),
  ];
  const messages = fc.array(fc.oneof(aPayment(statuses), byId, byUser), { maxLength: 15 });
  fc.assert(
    fc.property(messages, fc.nat(15), fc.nat(15), (all, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const groups = [all.slice(0, from), all.slice(from, to), all.slice(to)];
      const grouped = groups.reduce(applyGroup, EMPTY);
      const twice = all.reduce((state, message) => applyGroup(state, [message, message]), EMPTY);
      for (const state of [grouped, twice]) {
        expect([state.paid, state.refunded]).toEqual([applyAll(all).paid, applyAll(all).refunded]);
      }
    }),
  );
});
