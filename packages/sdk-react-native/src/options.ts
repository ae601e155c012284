import type { Consent, ConsentChoice } from '@trailmark/sdk-core/wire';

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

/** A copy without the fields that are not set, which would hide others. */
export function present<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Partial<Fields>;
}

export const consentFields = (given: ConsentOptions): Consent =>
  present({
    ad_user_data: given.adUserData,
    ad_personalization: given.adPersonalization,
    ad_storage: given.adStorage,
    analytics_storage: given.analyticsStorage,
    is_eea: given.isEea,
  });

/** Whether the person refuses what ads need: the advertising id is not read then. */
export const deniesAds = ({ adStorage, adUserData }: ConsentOptions): boolean =>
  adStorage === 'denied' || adUserData === 'denied';
