import { CONSENT_PURPOSES, type ConsentAnswer, type InstallView } from '@trailmark/contract/people';
import { consentWord, PURPOSES, type Purpose } from '@trailmark/core/client/read-consent';
import type { LoadedInstall } from './load-installs.ts';

const positionOf = ({ purpose }: ConsentAnswer) => CONSENT_PURPOSES.indexOf(purpose);

/** The answers in force and the changes before; null where the app has said nothing. */
export function presentConsent(
  { consent, consent_times: times }: Pick<LoadedInstall['row'], 'consent' | 'consent_times'>,
  changes: ConsentAnswer[],
): InstallView['consent'] {
  const answers = (Object.keys(consent ?? {}) as Purpose[]).flatMap((name): ConsentAnswer[] => {
    const answer = consent?.[name] ?? null;
    const given = times?.[name]?.since ?? null;
    // Never answered.
    if (answer === null && !changes.some(({ purpose }) => purpose === PURPOSES[name])) return [];
    return [{ purpose: PURPOSES[name], answer: consentWord(name, answer), given_at: given }];
  });
  if (answers.length === 0 && changes.length === 0) return null;
  return { answers: answers.sort((one, other) => positionOf(one) - positionOf(other)), changes };
}
