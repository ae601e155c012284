/** What a person has agreed to; null: the app has not said. */
export interface Consent {
  /** Whether they are where consent has to be asked for. */
  isEea: boolean | null;
  adUserData: boolean | null;
  adPersonalization: boolean | null;
}

const YES: unknown[] = [true, 1, '1', 'true'];
const NO: unknown[] = [false, 0, '0', 'false'];

const answerOf = (value: unknown) => (YES.includes(value) ? true : NO.includes(value) ? false : null);

/** Reads `consent` of `device_data`; null: nothing is said about it. */
export function readConsent(given: unknown): Consent | null {
  if (typeof given !== 'object' || given === null) return null;
  const { is_eea, ad_user_data, ad_personalization } = given as Record<string, unknown>;
  const consent: Consent = {
    isEea: answerOf(is_eea),
    adUserData: answerOf(ad_user_data),
    adPersonalization: answerOf(ad_personalization),
  };
  return Object.values(consent).every((answer) => answer === null) ? null : consent;
}
