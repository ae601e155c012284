import type { LiveItem } from '@trailmark/contract/live';
import { capital, type ProjectWords } from '@trailmark/contract/project-words';

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

const KIND_WORDS: Record<Exclude<LiveItem['kind'], 'install' | 'session_start'>, string> = {
  click: 'Click',
  view: 'View',
  open: 'Open',
  page_view: 'Page view',
  screen_view: 'Screen view',
  event: 'Event',
  signup: 'Sign-up',
  payment: 'Payment',
  refund: 'Refund',
};

/** What sort of thing happened. */
export function kindWords(kind: LiveItem['kind'], { arrival, session }: ProjectWords): string {
  if (kind === 'install') return capital(arrival);
  return kind === 'session_start' ? `${capital(session)} start` : KIND_WORDS[kind];
}

const VIEWED: Partial<Record<LiveItem['kind'], string>> = {
  session_start: 'entry_url',
  page_view: 'page_url',
  screen_view: 'screen_name',
};

/** The page or screen that somebody saw; null for everything else. */
export function viewedName(kind: LiveItem['kind'], data: unknown): string | null {
  const property = VIEWED[kind];
  if (!property || typeof data !== 'object' || data === null) return null;
  const name = (data as Record<string, unknown>)[property];
  return typeof name === 'string' && name !== '' ? name : null;
}
