import { type Consent, type ConsentStatement, NO_CONSENT, type Purpose } from './read-consent.ts';

/** Since when an answer holds, and when it was last said; in ISO-8601. */
export interface AnswerTimes {
  since: string;
  statedAt: string;
}

/** What is known of the consent of an install. Answers from before times were stored have none. */
export interface ConsentState {
  consent: Consent;
  times: Partial<Record<Purpose, AnswerTimes>>;
}

export const NO_CONSENT_STATE: ConsentState = { consent: NO_CONSENT, times: {} };

/** From a time on an answer was another one. */
export interface ConsentChange {
  purpose: Purpose;
  answer: Consent[Purpose];
  at: Date;
}

interface Answered {
  answer: Consent[Purpose];
  times: AnswerTimes | undefined;
}

/**
 * One purpose after a statement about it. An older statement that arrives late changes nothing but history: the answer
 * that was said later holds, from the time at which it was said on.
 */
function answerTo(
  purpose: Purpose,
  { answer: before, times }: Answered,
  { answer, at }: { answer: Consent[Purpose]; at: Date },
): { after: Answered; changes: ConsentChange[] } {
  const said = at.toISOString();
  const change: ConsentChange = { purpose, answer, at };
  if (times === undefined || said >= times.statedAt) {
    // That an answer is not known is no news where there was none.
    const isSame = before === answer && (times !== undefined || answer === null);
    const since = isSame ? (times?.since ?? said) : said;
    return {
      after: { answer, times: { since, statedAt: said } },
      changes: isSame ? [] : [change],
    };
  }
  if (said >= times.since && before === answer) return { after: { answer: before, times }, changes: [] };
  // Before what holds now, or in between.
  const since = said < times.since ? times.since : times.statedAt;
  return {
    after: { answer: before, times: { since, statedAt: times.statedAt } },
    changes: [change, { purpose, answer: before, at: new Date(since) }],
  };
}

/** What is known after a statement, and what of it is new in the history. */
export function addStatement(
  { consent, times }: ConsentState,
  statement: ConsentStatement,
  at: Date,
): { state: ConsentState; changes: ConsentChange[] } {
  const state: ConsentState = { consent: { ...consent }, times: { ...times } };
  const changes: ConsentChange[] = [];
  for (const purpose of Object.keys(statement) as Purpose[]) {
    const known = { answer: consent[purpose] ?? null, times: times[purpose] };
    const answered = answerTo(purpose, known, { answer: statement[purpose] ?? null, at });
    Object.assign(state.consent, { [purpose]: answered.after.answer });
    if (answered.after.times) state.times[purpose] = answered.after.times;
    changes.push(...answered.changes);
  }
  return { state, changes };
}

/** An answer that holds from a time on; of several at the same time the one with the highest number. */
export interface DatedAnswer {
  at: Date;
  n: number;
  answer: boolean | null;
}

/** The answer in force at a time, for what has the number `n` among what happened then; null: none. */
export function answerAt(
  answers: readonly DatedAnswer[],
  { at, n }: { at: Date; n: number },
): boolean | null {
  const isBefore = (one: DatedAnswer, than: { at: Date; n: number }) =>
    one.at < than.at || (one.at.getTime() === than.at.getTime() && one.n <= than.n);
  let found: DatedAnswer | null = null;
  for (const one of answers) {
    if (isBefore(one, { at, n }) && (!found || !isBefore(one, found))) found = one;
  }
  return found?.answer ?? null;
}
