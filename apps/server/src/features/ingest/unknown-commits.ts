import type { NodeOf } from '../../db/connection.ts';
import { TransactionOutcomeUnknown } from '../../db/is-away.ts';
import type { Queries } from '../../db/queries.ts';
import { isPlannedByCluster, prepare } from '../../db/run-prepared.ts';
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
const OUTCOMES = 'select id, pg_xact_status(id::xid8) as outcome from unnest($1::text[]) as t (id)';

interface Outcome {
  id: string;
  outcome: string | null;
}

const findOutcomes = prepare<Outcome>(OUTCOMES);
/** By the node of the project, where the statements of this process are sent on by the coordinator of a cluster. */
const findOutcomesOnNode = prepare<Outcome>(`${OUTCOMES},
  (select max(version) from attribution_rules where project_id = $2) as node_of_project`);

/** A transaction by its number, and who gave it the number. */
interface Transaction {
  id: string;
  by: Queries | 'node of the project' | 'database';
}

/** A body and the transaction that may have stored an equal one. */
interface Suspicion {
  resend: Resend;
  transaction: Transaction;
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
  const byBody = createLru<Transaction[]>(MOST_BODIES, RESEND_MS);
  const remember = ({ resend: { bodyKey }, transaction }: Suspicion) => {
    byBody.set(bodyKey, [...(byBody.get(bodyKey) ?? []), transaction].slice(-MOST_EQUAL));
  };
  const take = (resend: Resend): Suspicion[] => {
    const [transaction, ...others] = byBody.get(resend.bodyKey) ?? [];
    if (transaction === undefined) return [];
    if (others.length > 0) byBody.set(resend.bodyKey, others);
    else byBody.delete(resend.bodyKey);
    return [{ resend, transaction }];
  };
  const findBy = async (by: Transaction['by'], ids: string[], projectId: string): Promise<Outcome[]> => {
    // The project may have moved since, and what another node calls so is another transaction.
    if (typeof by === 'object') return (await by.query<Outcome>({ text: OUTCOMES, values: [ids] })).rows;
    const { db } = await connection.of(projectId);
    return by === 'database' ? await findOutcomes(db, [ids]) : await findOutcomesOnNode(db, [ids, projectId]);
  };
  /** Those whose transaction was committed. */
  const markStored = async (suspicions: Suspicion[], projectId: string): Promise<Suspicion[]> => {
    for (const by of new Set(suspicions.map(({ transaction }) => transaction.by))) {
      const own = suspicions.filter(({ transaction }) => transaction.by === by);
      const rows = await findBy(by, [...new Set(own.map(({ transaction }) => transaction.id))], projectId);
      const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]));
      if ([...outcomes.values()].includes('in progress')) {
        const reason = 'The same request is still being stored. Please try again.';
        throw new AppError('unavailable', reason, undefined, RETRY_SECONDS);
      }
      for (const { resend, transaction } of own) {
        resend.isStored = outcomes.get(transaction.id) === 'committed';
      }
    }
    return suspicions.filter(({ resend }) => resend.isStored);
  };
  const numberedBy = ({ node }: TransactionOutcomeUnknown) =>
    node ?? (isPlannedByCluster() ? 'node of the project' : 'database');
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
          const { transactionId: id, isStored } = resend;
          if (id !== null && !isStored) remember({ resend, transaction: { id, by: numberedBy(error) } });
        }
        throw error;
      }
    },
  };
}
