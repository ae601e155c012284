/** What travels to `/api/client`, as far as an SDK builds it. The contract of the server accepts it: see wire.test.ts. */

/** Any JSON object. */
export type Properties = Record<string, unknown>;

/** A choice about one purpose. */
export type ConsentChoice = 'granted' | 'denied' | 'unknown';

/** What a person allows. Fields that are left out keep what was said before. */
export interface Consent {
  ad_user_data?: ConsentChoice;
  ad_personalization?: ConsentChoice;
  ad_storage?: ConsentChoice;
  /** `denied`: nothing is stored on the device and nothing is sent. */
  analytics_storage?: ConsentChoice;
  /** Whether the person is in the European Economic Area. */
  is_eea?: boolean;
  /** App Tracking Transparency of iOS. */
  att_status?: string;
  /** Global Privacy Control of the browser. */
  gpc?: boolean;
}

/** What is known about a person. */
export interface UserData {
  name?: string;
  email?: string;
  phone?: string;
  /** `false`: a sign-in of an existing user, which is not counted as a sign-up. */
  is_first_time_user?: boolean;
  /** An ISO 8601 instant. */
  user_created_at?: string;
  [key: string]: unknown;
}

export type PaymentType =
  | 'FIRST_PAYMENT'
  | 'SECOND_PAYMENT'
  | 'WALLET_TOPUP'
  | 'FUNDS_WITHDRAWAL'
  | 'SUBSCRIPTION_CREATED'
  | 'SUBSCRIPTION_RENEWED'
  | 'SUBSCRIPTION_CANCELLED'
  | 'SUBSCRIPTION_REFUNDED'
  | 'SUBSCRIPTION_BILLING_ISSUE'
  | 'ONE_TIME'
  | 'RECURRING'
  | 'DEFAULT';
export type PaymentStatus =
  | 'PAYMENT_INITIATED'
  | 'PAYMENT_COMPLETED'
  | 'PAYMENT_FAILED'
  | 'PAYMENT_CANCELLED';

export interface Payment {
  /** A number, or decimal text such as `'19.90'`. */
  amount: number | string;
  /** Of ISO 4217; the currency of the project without one. */
  currency?: string;
  /** Your id of the payment: each is counted once, also when several devices or your server send it. */
  payment_id?: string;
  /** `DEFAULT` without one. */
  type?: PaymentType;
  /** `PAYMENT_COMPLETED` without one. */
  status?: PaymentStatus;
  event_data?: Properties;
}

/** Calls that a batch may hold. */
export type BatchCall =
  | 'init'
  | 'trigger'
  | 'set-user-data'
  | 'customer-user-id'
  | 'capture-event'
  | 'capture-payment'
  | 'remove-captured-payment'
  | 'integrations'
  | 'update-push-token'
  | 'session-start'
  | 'page-view'
  | 'screen-view'
  | 'consent';

/** The verdict about one item of a batch. */
export interface Verdict {
  ok?: boolean;
  /** Of `init`: the attribution. */
  data?: unknown;
  /** What was refused. */
  field?: string;
  reason?: string;
}
