import { CONSENT_PURPOSES, type ConsentAnswer } from '@trailmark/contract/consent';
import type { ConsentState } from './consent-history.ts';
import { type Consent, consentWord, PURPOSES, type Purpose } from './read-consent.ts';

/** As it is stored: answers from before others existed are missing, and so are times from before they were stored. */
export interface StoredConsent {
  consent: Partial<Consent> | null;
  times: ConsentState['times'] | null;
}

const NAMES = Object.fromEntries(
  Object.entries(PURPOSES).map(([name, purpose]) => [purpose, name]),
) as Record<ConsentAnswer['purpose'], Purpose>;

/** The answers in force with the time since when, in the order of the contract; one that is not known is left out. */
export function consentAnswers(
  { consent, times }: StoredConsent,
  isListed: (purpose: ConsentAnswer['purpose']) => boolean = () => false,
): ConsentAnswer[] {
  if (!consent) return [];
  return CONSENT_PURPOSES.flatMap((purpose): ConsentAnswer[] => {
    const name = NAMES[purpose];
    const answer = consent[name] ?? null;
    if (answer === null && !(name in consent && isListed(purpose))) return [];
    return [{ purpose, answer: consentWord(name, answer), given_at: times?.[name]?.since ?? null }];
  });
}
