import type { CouponType } from '@trailmark/contract/coupons';
import { compareDecimals, decimalOf } from '../metrics/decimal.ts';

/** A code as it is when a call about it comes. */
export interface CouponState {
  maxUses: number;
  /** Redemptions that were not reversed. */
  uses: number;
  issues: number;
  isWithdrawn: boolean;
  /** The narrower of the code's and the pool's own. */
  validFrom: Date | null;
  validTo: Date | null;
  isPoolClosed: boolean;
  /**
   * A redemption of this code that was not reversed: the one of the call's order, or without an order the latest.
   * null: there is none.
   */
  redemption: { id: string; amount: string | null; currency: string | null } | null;
}

export interface CouponMove {
  type: CouponType;
  occurredAt: Date;
  orderId: string | null;
  amount: string | null;
  currency: string | null;
}

/** What a call changes, or which field of it is refused and why. */
export type CouponVerdict =
  | { uses: number; issues: number; reverses: string | null; amount: string | null; currency: string | null }
  | { field: string; reason: string };

function whyNotValid({ validFrom, validTo, isWithdrawn }: CouponState, at: Date): string | null {
  if (isWithdrawn) return 'was withdrawn';
  if (validFrom && at < validFrom) return `is valid from ${validFrom.toISOString()} on`;
  if (validTo && at > validTo) return `was valid until ${validTo.toISOString()}`;
  return null;
}

function judgeIssue(code: CouponState, { occurredAt }: CouponMove): CouponVerdict {
  const { uses, issues, maxUses } = code;
  const reason =
    whyNotValid(code, occurredAt) ??
    (code.isPoolClosed ? 'is of a pool that is closed' : null) ??
    (issues >= maxUses ? `was issued as often as it can be used: ${maxUses}` : null);
  if (reason) return { field: 'coupon_code', reason };
  return { uses, issues: issues + 1, reverses: null, amount: null, currency: null };
}

function judgeRedemption(code: CouponState, move: CouponMove): CouponVerdict {
  const { uses, issues, maxUses, redemption } = code;
  const reason =
    whyNotValid(code, move.occurredAt) ??
    (uses >= maxUses ? `was redeemed as often as it can be: ${maxUses}` : null);
  if (reason) return { field: 'coupon_code', reason };
  if (move.orderId !== null && redemption) {
    return { field: 'order_id', reason: 'was redeemed with this code already' };
  }
  return { uses: uses + 1, issues, reverses: null, amount: move.amount, currency: move.currency };
}

/** A reversal takes back all of a redemption, or a part of its amount, once. A withdrawn code can still be reversed. */
function judgeReversal({ uses, issues, redemption }: CouponState, move: CouponMove): CouponVerdict {
  if (!redemption) {
    const field = move.orderId === null ? 'coupon_code' : 'order_id';
    return { field, reason: 'has no redemption that could be reversed' };
  }
  const taken = { uses: uses - 1, issues, reverses: redemption.id };
  if (move.amount === null) {
    const { amount, currency } = redemption;
    return { ...taken, amount: amount === null ? null : `-${amount}`, currency };
  }
  if (move.currency !== redemption.currency) {
    return { field: 'currency', reason: 'is not that of the redemption' };
  }
  if (
    redemption.amount === null ||
    compareDecimals(decimalOf(move.amount), decimalOf(redemption.amount)) > 0
  ) {
    return { field: 'amount', reason: 'is more than was redeemed' };
  }
  return { ...taken, amount: `-${move.amount}`, currency: move.currency };
}

/** Whether a call about a code is right, and what it changes. Uses never exceed what the code allows. */
export function judgeCoupon(code: CouponState, move: CouponMove): CouponVerdict {
  if (move.type === 'issued') return judgeIssue(code, move);
  return move.type === 'redeemed' ? judgeRedemption(code, move) : judgeReversal(code, move);
}
