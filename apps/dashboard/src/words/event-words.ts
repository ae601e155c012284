import type { LiveItem } from '@trailmark/contract/live';

/** The first open of an install or a reinstall, as the funnel calls it. */
export const INSTALL = '$install';

const OWN_EVENTS: Record<string, string> = {
  [INSTALL]: 'Install or reinstall',
  $open: 'App opened',
  $session_start: 'Session start',
  $page_view: 'Page view',
  $screen_view: 'Screen view',
  $signup: 'Sign-up',
  $login: 'Login',
  $payment_initiated: 'Payment started',
  $payment: 'Payment',
  $payment_failed: 'Payment failed',
  $payment_cancelled: 'Payment cancelled',
  $refund: 'Refund',
  $withdrawal_initiated: 'Withdrawal started',
  $withdrawal_completed: 'Withdrawal',
  $withdrawal_failed: 'Withdrawal failed',
  $withdrawal_cancelled: 'Withdrawal cancelled',
  $subscription_cancelled: 'Subscription cancelled',
  $subscription_refunded: 'Subscription refunded',
  $subscription_billing_issue: 'Subscription billing issue',
};

/** Names with a dollar are the product's own; no app can send them. */
export function isOwnEvent(name: string): boolean {
  return name.startsWith('$');
}

/** An event for a person: our own in words, all others as the app calls them. */
export function eventWords(name: string): string {
  return Object.hasOwn(OWN_EVENTS, name) ? (OWN_EVENTS[name] ?? name) : name;
}

/** What sort of thing happened. */
export const KIND_WORDS: Record<LiveItem['kind'], string> = {
  click: 'Click',
  view: 'View',
  install: 'Install',
  open: 'Open',
  session_start: 'Session start',
  page_view: 'Page view',
  screen_view: 'Screen view',
  event: 'Event',
  signup: 'Sign-up',
  payment: 'Payment',
  refund: 'Refund',
};
