import { CONSENT_PURPOSES, type ConsentAnswer } from '@trailmark/contract/consent';

export const PURPOSE_WORDS: Record<ConsentAnswer['purpose'], string> = {
  ad_user_data: 'Data for ads',
  ad_personalization: 'Personalized ads',
  ad_storage: 'Ad storage',
  analytics_storage: 'Analytics',
  att_status: 'iOS tracking',
  gpc: 'Privacy control',
  is_eea: 'In the EEA',
};

const ANSWER_WORDS: Record<ConsentAnswer['answer'], string> = {
  granted: 'granted',
  denied: 'denied',
  unknown: 'unknown',
  authorized: 'allowed',
  restricted: 'restricted',
  not_determined: 'not asked',
  yes: 'yes',
  no: 'no',
};

export const answerWords = ({ purpose, answer }: Omit<ConsentAnswer, 'given_at'>): string =>
  // Global Privacy Control is a wish of the browser, and no answer.
  purpose === 'gpc' ? (answer === 'yes' ? 'on' : 'off') : ANSWER_WORDS[answer];

/** Answers in one line. */
export const consentWords = (answers: Omit<ConsentAnswer, 'given_at'>[]): string =>
  answers.map((one) => `${PURPOSE_WORDS[one.purpose]}: ${answerWords(one)}`).join(', ');

/** What was answered at one time, from the data of a step of the journey. */
export function statementWords(data: unknown): string {
  const answers = (data ?? {}) as Partial<Record<ConsentAnswer['purpose'], ConsentAnswer['answer']>>;
  return consentWords(
    CONSENT_PURPOSES.flatMap((purpose) => {
      const answer = answers[purpose];
      return answer ? [{ purpose, answer }] : [];
    }),
  );
}
