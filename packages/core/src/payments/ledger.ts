import { moves, type PaymentStatus } from './transition.ts';

/** A payment as far as it decides what is booked. */
export interface LedgerPayment {
  type: string;
  paymentId: string;
  /** Who paid; null while nobody is known on the install. */
  userId: string | null;
  /** null: nothing is booked yet. */
  status: PaymentStatus | null;
}

/** Takes back one payment by its id, or all payments that a user has at that moment. */
export interface Removal {
  paymentId: string | null;
  userId: string | null;
}

/** Whether a removal means a payment. An id with a user never means a payment of another user. */
export function isRemovedBy(payment: LedgerPayment, { paymentId, userId }: Removal): boolean {
  if (paymentId === null) return userId !== null && payment.userId === userId;
  if (payment.paymentId !== paymentId) return false;
  return userId === null || payment.userId === null || payment.userId === userId;
}

/** The payments of one project and the removals by id, which also apply to payments that arrive after them. */
export interface Ledger<Payment extends LedgerPayment, Taken extends Removal> {
  /**
   * A payment arrives in a state. Null: it is a repeat or comes too late. `removal`: it was taken back before it
   * arrived, so its money is booked and refunded at once.
   */
  pay(payment: Payment): { payment: Payment; removal: Taken | null } | null;
  /** Gives the payments that are refunded by it. */
  remove(removal: Taken): Payment[];
  /** What differs from what the ledger was opened with. */
  changes(): { payments: Payment[]; removals: Taken[] };
}

const keyOf = ({ type, paymentId }: LedgerPayment) => `${type} ${paymentId}`;

/** Opens the ledger of a project with what is stored. Payments that it is given are changed in place. */
export function openLedger<Payment extends LedgerPayment, Taken extends Removal>(
  stored: Payment[],
  waiting: Taken[],
): Ledger<Payment, Taken> {
  const payments = new Map(stored.map((payment) => [keyOf(payment), payment]));
  const removals = [...waiting];
  const changed = new Set<string>();

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
      const removal = removals.find((one) => isRemovedBy(payment, one)) ?? null;
      if (removal) move(payment, 'PAYMENT_REFUNDED');
      return { payment, removal };
    },
    remove(removal) {
      if (removal.paymentId !== null) removals.push(removal);
      const meant = [...payments.values()].filter((payment) => isRemovedBy(payment, removal));
      const refunded = meant.filter(({ status }) => status === 'PAYMENT_COMPLETED');
      for (const payment of refunded) move(payment, 'PAYMENT_REFUNDED');
      // A removal by id waits for the money. One by user does not, so what has only begun is called off.
      const begun = meant.filter(({ status }) => status === 'PAYMENT_INITIATED');
      if (removal.paymentId === null) for (const payment of begun) move(payment, 'PAYMENT_CANCELLED');
      return refunded;
    },
    changes: () => ({
      payments: [...changed].flatMap((key) => payments.get(key) ?? []),
      removals: removals.slice(waiting.length),
    }),
  };
}
