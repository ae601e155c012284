import { isRevenue } from '@trailmark/core/payments/transition';
import { newId } from '../../platform/ids.ts';
import type { Fact, Group, Item, Payment } from '../group.ts';
import { occurredAt, occurredAtByItself } from '../occurred-at.ts';
import type { PaymentRow } from './payment-store.ts';

export type PaymentItem = Item & { payment: Payment };

const NAMES = {
  PAYMENT_INITIATED: '$payment_initiated',
  PAYMENT_COMPLETED: '$payment',
  PAYMENT_FAILED: '$payment_failed',
  PAYMENT_CANCELLED: '$payment_cancelled',
} as const;

function nameOf({ type, status }: Payment): string {
  if (isRevenue(type)) return NAMES[status];
  if (type === 'FUNDS_WITHDRAWAL') return `$withdrawal_${status.slice(8).toLowerCase()}`;
  return `$${type.toLowerCase()}`;
}

/** The event that a payment has moved to a state. */
export function paymentFact(group: Group, item: PaymentItem): Fact {
  const { payment } = item;
  const install = group.installOf(item);
  const at = occurredAt(item, install);
  const isBooked = payment.status === 'PAYMENT_COMPLETED' && isRevenue(payment.type);
  return {
    id: newId(at),
    item,
    install,
    kind: isBooked ? 'payment' : 'event',
    name: nameOf(payment),
    key: null,
    occurredAt: at,
    userId: item.userId ?? install.userId,
    amount: isBooked ? payment.amount : null,
    currency: isBooked ? payment.currency : null,
    data: {
      ...item.event?.data,
      payment_id: payment.paymentId,
      type: payment.type,
      ...(isBooked ? {} : { amount: payment.amount, currency: payment.currency }),
      ...(payment.currencyText === null ? {} : { currency: payment.currencyText }),
    },
  };
}

/** When it was taken back, by the one who says so: not in the future. */
export const removedAt = occurredAtByItself;

/**
 * The event that a payment's money went back: never before it was paid. Nothing that was booked is undone: like every
 * event a refund belongs to its own day, and to the campaign that is credited at its own time.
 */
export function refundFact(
  group: Group,
  item: Item,
  { payment, removed }: { payment: PaymentRow; removed: Date },
): Fact {
  const install = group.installs.get(payment.installId);
  if (!install) throw new Error('A payment has no install.');
  const at = removed < payment.occurredAt ? payment.occurredAt : removed;
  return {
    id: newId(at),
    item,
    install,
    kind: 'refund',
    name: '$refund',
    key: null,
    occurredAt: at,
    userId: payment.userId ?? install.userId,
    amount: payment.amount,
    currency: payment.currency,
    data: { payment_id: payment.paymentId, type: payment.type },
  };
}
