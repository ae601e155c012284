import type { ConsentAnswer } from '@trailmark/contract/consent';
import type { InstallView } from '@trailmark/contract/people';
import { consentAnswers } from '@trailmark/core/client/consent-answers';
import type { LoadedInstall } from './load-installs.ts';

/** The answers in force and the changes before; null where the app has said nothing. */
export function presentConsent(
  { consent, consent_times: times }: Pick<LoadedInstall['row'], 'consent' | 'consent_times'>,
  changes: ConsentAnswer[],
): InstallView['consent'] {
  // An answer that was taken back is shown as unknown.
  const isChanged = (purpose: ConsentAnswer['purpose']) => changes.some((one) => one.purpose === purpose);
  const answers = consentAnswers({ consent, times }, isChanged);
  return answers.length === 0 && changes.length === 0 ? null : { answers, changes };
}
