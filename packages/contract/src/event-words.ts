import { capital, type ProjectWords } from './project-words.ts';

/** The first open of an install or a reinstall, as the funnel calls it. */
export const INSTALL = '$install';

const OWN_EVENTS: Record<string, string> = {
  $page_view: 'Page view',
  $screen_view: 'Screen view',
  $signup: 'Sign-up',
  $login: 'Login',
  $consent: 'Consent',
  $payment_initiated: 'Payment started',
  $payment: 'Payment',
  $payment_failed: 'Payment failed',
  $payment_cancelled: 'Payment cancelled',
  $refund: 'Refund',
  $withdrawal_initiated: 'Withdrawal started',
  $withdrawal_completed: 'Withdrawal',
  $withdrawal_failed: 'Withdrawal failed',
  $withdrawal_cancelled: 'Withdrawal cancelled',
  $coupon_issued: 'Coupon issued',
  $coupon_redeemed: 'Coupon redeemed',
  $coupon_reversed: 'Coupon redemption reversed',
  $subscription_cancelled: 'Subscription cancelled',
  $subscription_refunded: 'Subscription refunded',
  $subscription_billing_issue: 'Subscription billing issue',
};

/** Names with a dollar are the product's own; no app can send them. */
export function isOwnEvent(name: string): boolean {
  return name.startsWith('$');
}

/** An event for a person: our own in the words of the project, all others as the app calls them. */
export function eventWords(name: string, words: ProjectWords): string {
  if (name === INSTALL) return words.installEvent;
  if (name === '$open') return `${capital(words.product)} opened`;
  if (name === '$session_start') return `${capital(words.session)} start`;
  return Object.hasOwn(OWN_EVENTS, name) ? (OWN_EVENTS[name] ?? name) : name;
}
