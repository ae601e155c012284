import { isAway, isQueryTimeout, TransactionOutcomeUnknown } from '../db/is-away.ts';

/** A write that failed only after this time has waited in vain, and the next one would, too. */
const IN_VAIN_MS = 1000;
/** For how long the groups behind it are refused without being tried. */
const REFUSE_MS = 1000;

/**
 * Groups wait for one another. While the database does not answer, each would wait for its own timeout after the
 * timeouts of those before it; so one timeout answers for all that are waiting. A statement that was too slow does not:
 * what one project sends must not refuse the others.
 */
export function failFast<Group extends unknown[], Result>(
  write: (...group: Group) => Promise<Result>,
  { inVainMs = IN_VAIN_MS, refuseMs = REFUSE_MS } = {},
): (...group: Group) => Promise<Result> {
  let refusal: { error: unknown; until: number } | null = null;
  return async (...group) => {
    const startedAt = performance.now();
    if (refusal && startedAt < refusal.until) throw refusal.error;
    try {
      return await write(...group);
    } catch (error) {
      const failedAt = performance.now();
      // Of what is not tried the outcome is known.
      const reason = error instanceof TransactionOutcomeUnknown ? error.cause : error;
      if (isAway(reason) && !isQueryTimeout(reason) && failedAt - startedAt > inVainMs) {
        refusal = { error: reason, until: failedAt + refuseMs };
      }
      throw error;
    }
  };
}
