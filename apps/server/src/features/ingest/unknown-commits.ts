import type { NodeOf } from '../../db/connection.ts';
import { TransactionOutcomeUnknown } from '../../db/is-away.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { Resend } from '../../pipeline/group.ts';
import { projectOf } from '../../pipeline/process-units.ts';
import { AppError } from '../../platform/app-error.ts';
import { createLru } from '../../platform/lru.ts';
import type { AddUnit } from './copies-in-flight.ts';
import { RESEND_MS } from './resends.ts';

/** Bodies that are remembered, and equal ones of each. */
const MOST_BODIES = 50_000;
const MOST_EQUAL = 500;
const RETRY_SECONDS = 2;

/** https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-INFO-SNAPSHOT */
const findOutcomes = prepare<{ id: string; outcome: string | null }>(`
  select id, pg_xact_status(id::xid8) as outcome from unnest($1::text[]) as t (id)`);

/** A body and the transaction that may have stored an equal one. */
interface Suspicion {
  resend: Resend;
  transactionId: string;
}

/**
 * Remembers the transactions whose commit was sent and not answered, by the bodies without an identity in them. Their
 * clients get 503 and send them again: then the database knows how the transaction ended.
 */
export interface UnknownCommits {
  /** The way of one request to the pipeline; what is found to be stored is marked, and left out of its group. */
  follow<Result>(add: AddUnit<Result>, resends: readonly Resend[]): AddUnit<Result>;
}

export function createUnknownCommits(connection: NodeOf<'db'>): UnknownCommits {
  const byBody = createLru<string[]>(MOST_BODIES, RESEND_MS);
  const remember = ({ resend: { bodyKey }, transactionId }: Suspicion) => {
    byBody.set(bodyKey, [...(byBody.get(bodyKey) ?? []), transactionId].slice(-MOST_EQUAL));
  };
  const take = (resend: Resend): Suspicion[] => {
    const [transactionId, ...others] = byBody.get(resend.bodyKey) ?? [];
    if (transactionId === undefined) return [];
    if (others.length > 0) byBody.set(resend.bodyKey, others);
    else byBody.delete(resend.bodyKey);
    return [{ resend, transactionId }];
  };
  /** Those whose transaction was committed. */
  const markStored = async (suspicions: Suspicion[], projectId: string): Promise<Suspicion[]> => {
    if (suspicions.length === 0) return [];
    const ids = [...new Set(suspicions.map(({ transactionId }) => transactionId))];
    const { db } = await connection.of(projectId);
    const rows = await findOutcomes(db, [ids]);
    const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]));
    if ([...outcomes.values()].includes('in progress')) {
      const reason = 'The same request is still being stored. Please try again.';
      throw new AppError('unavailable', reason, undefined, RETRY_SECONDS);
    }
    for (const { resend, transactionId } of suspicions) {
      resend.isStored = outcomes.get(transactionId) === 'committed';
    }
    return suspicions.filter(({ resend }) => resend.isStored);
  };
  return {
    follow: (add, resends) => async (unit) => {
      let suspicions = resends.flatMap(take);
      try {
        suspicions = await markStored(suspicions, projectOf(unit));
        return await add(unit);
      } catch (error) {
        // Its client sends it once more.
        for (const suspicion of suspicions) remember(suspicion);
        if (!(error instanceof TransactionOutcomeUnknown)) throw error;
        for (const resend of resends) {
          const { transactionId, isStored } = resend;
          if (transactionId !== null && !isStored) remember({ resend, transactionId });
        }
        throw error;
      }
    },
  };
}
