import type { Consent } from '@trailmark/sdk-core/wire';
import type { ConsentOptions } from './options.ts';
import { present } from './present.ts';

/** What was given, and when. */
export interface GivenConsent {
  consent: ConsentOptions;
  occurred_at: string;
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
