/** The first open, as the funnel calls it. */
export const INSTALL = '$install';

const OWN_EVENTS: Record<string, string> = {
  [INSTALL]: 'Install',
  $signup: 'Sign-up',
  $payment: 'Payment',
  $payment_failed: 'Failed payment',
  $refund: 'Refund',
};

/** An event for a person: those with a dollar are the product's own, all others are called what the app calls them. */
export function eventWords(name: string): string {
  return OWN_EVENTS[name] ?? name;
}
