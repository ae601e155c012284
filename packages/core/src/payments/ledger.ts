import { moves, type PaymentStatus } from './transition.ts';

/** A payment as far as it decides what is booked. */
export interface LedgerPayment {
  type: string;
  paymentId: string;
  /** Who paid; null while nobody is known on the install. */
  userId: string | null;
  /** null: nothing is booked yet. */
  status: PaymentStatus | null;
  /** Its own time where one is known, else when it arrived. */
  occurredAt: Date;
}

/** Takes back one payment by its id, or all payments that a user has at that moment. */
export interface Removal {
  paymentId: string | null;
  userId: string | null;
}

/** A removal by id, which can arrive before its payment. */
export interface KeptRemoval extends Removal {
  at: Date;
  /** It has refunded a payment, or found one refunded. */
  isApplied: boolean;
}

/** Whether a removal means a payment. An id with a user never means a payment of another user. */
export function isRemovedBy(
  payment: Omit<LedgerPayment, 'occurredAt'>,
  { paymentId, userId }: Removal,
): boolean {
  if (paymentId === null) return userId !== null && payment.userId === userId;
  if (payment.paymentId !== paymentId) return false;
  return userId === null || payment.userId === null || payment.userId === userId;
}

/**
 * The payments of one project and the removals by id, which also apply to payments that arrive after them: to the first
 * one, and to any that occurred before the removal. A later payment with the same id and another type, such as the
 * renewal of a subscription, is a payment of its own.
 */
export interface Ledger<Payment extends LedgerPayment, Taken extends KeptRemoval> {
  /**
   * A payment arrives in a state. Null: it is a repeat or comes too late. `removal`: it was taken back before it
   * arrived, so its money is booked and refunded at once.
   */
  pay(payment: Payment): { payment: Payment; removal: Taken | null } | null;
  /** Returns the payments that it refunds. */
  remove(removal: Taken): Payment[];
  /** The changes since the ledger was opened. */
  changes(): { payments: Payment[]; removals: Taken[] };
}

const isSame = (one: Removal, other: Removal) =>
  one.paymentId === other.paymentId && one.userId === other.userId;

const keyOf = ({ type, paymentId }: LedgerPayment) => `${type} ${paymentId}`;

/** Opens the ledger of a project with what is stored. Payments and removals that it is given are changed in place. */
export function openLedger<Payment extends LedgerPayment, Taken extends KeptRemoval>(
  stored: Payment[],
  waiting: Taken[],
): Ledger<Payment, Taken> {
  const payments = new Map(stored.map((payment) => [keyOf(payment), payment]));
  const removals = [...waiting];
  const changed = new Set<string>();
  const changedRemovals = new Set<Taken>();

  /** Of several equal removals the first is kept. */
  function keep(removal: Taken, isApplied: boolean): void {
    const kept = removals.find((one) => isSame(one, removal)) ?? removal;
    if (kept === removal) removals.push(removal);
    kept.isApplied ||= isApplied;
    changedRemovals.add(kept);
  }

  /** The removal that takes an arriving payment back; all that waited for it have done their work. */
  function findRemoval(payment: Payment): Taken | null {
    const meaning = removals.filter(
      (one) => isRemovedBy(payment, one) && (!one.isApplied || payment.occurredAt < one.at),
    );
    for (const one of meaning) keep(one, true);
    return meaning[0] ?? null;
  }

  function move(payment: Payment, status: PaymentStatus): void {
    payment.status = status;
    changed.add(keyOf(payment));
  }

  return {
    pay(arrived) {
      const known = payments.get(keyOf(arrived));
      if (!arrived.status || !moves(known?.status ?? null, arrived.status)) return null;
      const payment = { ...arrived, userId: arrived.userId ?? known?.userId ?? null };
      payments.set(keyOf(payment), payment);
      changed.add(keyOf(payment));
      if (payment.status !== 'PAYMENT_COMPLETED') return { payment, removal: null };
      const removal = findRemoval(payment);
      if (removal) move(payment, 'PAYMENT_REFUNDED');
      return { payment, removal };
    },
    remove(removal) {
      const meant = [...payments.values()].filter((payment) => isRemovedBy(payment, removal));
      const refunded = meant.filter(({ status }) => status === 'PAYMENT_COMPLETED');
      const isApplied = refunded.length > 0 || meant.some(({ status }) => status === 'PAYMENT_REFUNDED');
      if (removal.paymentId !== null) keep(removal, isApplied);
      for (const payment of refunded) move(payment, 'PAYMENT_REFUNDED');
      // A removal by id waits for the money. One by user does not, so what has only begun is called off.
      const begun = meant.filter(({ status }) => status === 'PAYMENT_INITIATED');
      if (removal.paymentId === null) for (const payment of begun) move(payment, 'PAYMENT_CANCELLED');
      return refunded;
    },
    changes: () => ({
      payments: [...changed].flatMap((key) => payments.get(key) ?? []),
      removals: [...changedRemovals],
    }),
  };
}
