export const PAYMENT_STATUSES = [
  'PAYMENT_INITIATED',
  'PAYMENT_COMPLETED',
  'PAYMENT_FAILED',
  'PAYMENT_CANCELLED',
  'PAYMENT_REFUNDED',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** From where a payment can go where. What is not here is a repeat or comes too late, and changes nothing. */
const WAYS: Record<PaymentStatus | 'NONE', readonly PaymentStatus[]> = {
  NONE: ['PAYMENT_INITIATED', 'PAYMENT_COMPLETED', 'PAYMENT_FAILED', 'PAYMENT_CANCELLED'],
  PAYMENT_INITIATED: ['PAYMENT_COMPLETED', 'PAYMENT_FAILED', 'PAYMENT_CANCELLED'],
  PAYMENT_COMPLETED: ['PAYMENT_REFUNDED'],
  PAYMENT_FAILED: [],
  PAYMENT_CANCELLED: [],
  PAYMENT_REFUNDED: [],
};

/** Whether a payment moves to `next`; each way is gone once, so each booking is made once. */
export function moves(current: PaymentStatus | null, next: PaymentStatus): boolean {
  return WAYS[current ?? 'NONE'].includes(next);
}

/** What removing a payment does to it: money that came goes back, a payment that waits is called off. */
export function removalOf(current: PaymentStatus): PaymentStatus | null {
  if (current === 'PAYMENT_COMPLETED') return 'PAYMENT_REFUNDED';
  return current === 'PAYMENT_INITIATED' ? 'PAYMENT_CANCELLED' : null;
}

/** Money that leaves is recorded like any payment, and is no revenue. */
export function isRevenue(type: string): boolean {
  return type !== 'FUNDS_WITHDRAWAL';
}
