import type {
  ConsentChoice,
  PaymentStatus,
  PaymentType,
  UserData as PersonFields,
  Properties,
} from '@trailmark/sdk-core/wire';

export interface InitOptions {
  /** The public token of the project. */
  token: string;
  /** The address of your Trailmark server, such as `https://trailmark.example.com`. */
  endpoint: string;
  /** An SDK credential; with both, requests are signed. */
  secretKey?: string;
  keyId?: string;
  /** `true`: the advertising id is not read, neither on iOS nor on Android. */
  disableIdfa?: boolean;
  /** The domains of your links. Links of these are handled without a call of `handleDeeplink`. */
  linkDomains?: string[];
  /** The id of your app at Meta; with it Meta's install referrer is read on Android. */
  metaAppId?: string;
  /** iOS: how long the first open waits for the answer to Apple's tracking question. */
  trackingTimeoutMs?: number;
  /** iOS: `true` reads a link of `linkDomains` from the pasteboard at the first open. iOS shows a notice then. */
  pasteboard?: boolean;
  /** What is taken for consent until `setConsent` is called. */
  consent?: ConsentOptions;
  /** `true`: says on the console what is dropped, and why. */
  debug?: boolean;
}

/** What a person allows. Fields that are left out keep what was said before. */
export interface ConsentOptions {
  adUserData?: ConsentChoice;
  adPersonalization?: ConsentChoice;
  adStorage?: ConsentChoice;
  /** `denied`: nothing is collected and nothing is sent. */
  analyticsStorage?: ConsentChoice;
  /** Whether the person is in the European Economic Area. */
  isEea?: boolean;
}

/** A payment that moved to a state. */
export interface PaymentOptions {
  /** A number, or decimal text such as `'19.90'`. */
  amount: number | string;
  /** Of ISO 4217; the currency of the project without one. */
  currency?: string;
  /** Your id of the payment: each is counted once. */
  paymentId?: string;
  userId?: string;
  type?: PaymentType;
  status?: PaymentStatus;
  eventData?: Properties;
}

/** Who uses the app. */
export interface UserData extends PersonFields {
  /** Your id of the person. */
  id: string;
}
