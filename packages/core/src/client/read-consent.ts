/** What a person answered when iOS asked whether the app may track them. */
export type AttStatus = 'authorized' | 'denied' | 'restricted' | 'not_determined';

/** What a person has agreed to; null: it is not known. */
export interface Consent {
  /** Whether they are where consent has to be asked for. */
  isEea: boolean | null;
  adUserData: boolean | null;
  adPersonalization: boolean | null;
  adStorage: boolean | null;
  analyticsStorage: boolean | null;
  attStatus: AttStatus | null;
  /** Global Privacy Control: the browser tells every site not to sell or share. */
  gpc: boolean | null;
}
export type Purpose = keyof Consent;

/** What one call says about consent; null: that an answer is not known any more. What it does not name stays. */
export type ConsentStatement = Partial<Consent>;

export const NO_CONSENT: Consent = {
  isEea: null,
  adUserData: null,
  adPersonalization: null,
  adStorage: null,
  analyticsStorage: null,
  attStatus: null,
  gpc: null,
};

/** As clients name them. */
export const PURPOSES = {
  isEea: 'is_eea',
  adUserData: 'ad_user_data',
  adPersonalization: 'ad_personalization',
  adStorage: 'ad_storage',
  analyticsStorage: 'analytics_storage',
  attStatus: 'att_status',
  gpc: 'gpc',
} as const satisfies Record<Purpose, string>;

/** Facts about a person, and no permissions of theirs. */
const FACTS: readonly Purpose[] = ['isEea', 'gpc'];

/** An answer as a word. */
export function consentWord(purpose: Purpose, answer: Consent[Purpose]) {
  if (answer === null) return 'unknown';
  if (typeof answer === 'string') return answer;
  if (FACTS.includes(purpose)) return answer ? 'yes' : 'no';
  return answer ? 'granted' : 'denied';
}

const YES: unknown[] = [true, 1, '1', 'true', 'granted'];
const NO: unknown[] = [false, 0, '0', 'false', 'denied'];

const plain = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/** undefined: it is no answer. */
function answerOf(value: unknown): boolean | null | undefined {
  const given = plain(value);
  if (YES.includes(given)) return true;
  if (NO.includes(given)) return false;
  return given === 'unknown' ? null : undefined;
}

const ATT_STATUSES: Record<string, AttStatus> = {
  0: 'not_determined',
  notdetermined: 'not_determined',
  not_determined: 'not_determined',
  1: 'restricted',
  restricted: 'restricted',
  2: 'denied',
  denied: 'denied',
  3: 'authorized',
  authorized: 'authorized',
};

/** By its number or its name; undefined: it is none. */
export function readAttStatus(value: unknown): AttStatus | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const name = String(plain(value));
  return Object.hasOwn(ATT_STATUSES, name) ? ATT_STATUSES[name] : undefined;
}

/** Whether an app may track; null: the person was not asked yet. */
export function isTrackingAuthorized(status: AttStatus | null | undefined): boolean | null {
  return !status || status === 'not_determined' ? null : status === 'authorized';
}

/** Reads `consent` of a call; null: nothing is said about it. */
export function readConsent(given: unknown): ConsentStatement | null {
  if (typeof given !== 'object' || given === null) return null;
  const sent = given as Record<string, unknown>;
  const answers = {
    isEea: answerOf(sent.is_eea),
    adUserData: answerOf(sent.ad_user_data),
    adPersonalization: answerOf(sent.ad_personalization),
    adStorage: answerOf(sent.ad_storage),
    analyticsStorage: answerOf(sent.analytics_storage),
    attStatus: readAttStatus(sent.att_status),
    gpc: answerOf(sent.gpc),
  };
  const said = Object.entries(answers).filter(([, answer]) => answer !== undefined);
  return said.length === 0 ? null : (Object.fromEntries(said) as ConsentStatement);
}

/** In `device_data` published clients name all that is known: of what they leave out they know nothing any more. */
export function readDeviceConsent(given: unknown): ConsentStatement | null {
  const said = readConsent(given);
  return said && { isEea: null, adUserData: null, adPersonalization: null, ...said };
}

/** Whether a person refuses what ads need: ids of theirs may not be stored for it, and nothing be sent to networks. */
export const deniesAds = ({ adStorage, adUserData, gpc }: ConsentStatement): boolean =>
  adStorage === false || adUserData === false || gpc === true;

/** Consent as ad networks understand it. */
export type AdConsent = Pick<Consent, 'isEea' | 'adUserData' | 'adPersonalization'>;

/** Networks know of two answers only: a person who refuses ads in another way refuses the use of their data. */
export function consentForAds(consent: Consent): AdConsent {
  const { isEea, adUserData, adPersonalization, gpc } = consent;
  return {
    isEea,
    adUserData: deniesAds(consent) ? false : adUserData,
    adPersonalization: gpc ? false : adPersonalization,
  };
}
