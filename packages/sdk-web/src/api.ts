import type { Consent, Payment, Properties, UserData } from '@trailmark/sdk-core/wire';

/** What a page can do. No method throws, and none waits for the network. */
export interface Trailmark {
  /** A page was seen. Called by itself, unless `spa` is `false`. */
  page(data?: Properties): void;
  /** Something happened. The same event id is counted once. */
  track(name: string, data?: Properties, eventId?: string): void;
  /** Names the person who uses this browser, without counting a sign-up. */
  identify(userId: string, data?: UserData): void;
  /** A person signed up, or signed in with `is_first_time_user: false`. */
  signUp(userId: string, data?: UserData): void;
  /** A payment. With a `payment_id` it is counted once, also when your server sends it too. */
  payment(payment: Payment): void;
  /** Takes back a payment. */
  refund(paymentId: string): void;
  /** What the person allows from now on. */
  consent(consent: Consent): void;
  /** A link to a store or to one of your links, with the campaign that brought the visitor here. */
  decorate(url: string): string;
  /** The person signed out. With `true` the browser is a new visitor from now on. */
  reset(visitor?: boolean): void;
  /** Sends what waits now. */
  flush(): Promise<unknown>;
  /** The id of the visitor; undefined while nothing may be stored. */
  visitorId(): string | undefined;
}
