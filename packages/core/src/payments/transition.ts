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
  // The same payment was tried again.
  PAYMENT_FAILED: ['PAYMENT_COMPLETED'],
  PAYMENT_CANCELLED: [],
  PAYMENT_REFUNDED: [],
};

/** Whether a payment moves to `next`; each transition happens once, so each booking is made once. */
export function moves(current: PaymentStatus | null, next: PaymentStatus): boolean {
  return WAYS[current ?? 'NONE'].includes(next);
}

/** Types that bring no money: it leaves, or the app says what became of a subscription. */
export const WITHOUT_REVENUE = [
  'FUNDS_WITHDRAWAL',
  'SUBSCRIPTION_CANCELLED',
  'SUBSCRIPTION_REFUNDED',
  'SUBSCRIPTION_BILLING_ISSUE',
];

/** What brings no money is recorded like any payment, and is no revenue. */
export function isRevenue(type: string): boolean {
  return !WITHOUT_REVENUE.includes(type);
}
