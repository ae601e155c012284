import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, NodeOf } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createLru } from '../../platform/lru.ts';

const POLL_MS = 50;
const MAX_POLLS = 100;
const RETRY_SECONDS = 2;
const MOST_UNRELEASED = 50_000;
/** As long as claims are kept. */
const UNRELEASED_MS = 10 * MINUTE_MS;

/** A request whose signature was found right. */
export interface SignedCall {
  projectId: string;
  /** Decoded: base64 can spell the same bytes in several ways. */
  signature: Buffer;
  /** Method and path. */
  call: string;
  now: Date;
}

/** The key of a signature in the table: 128 bits, in the form of a uuid. */
function idOf(signature: Buffer): string {
  const hex = createHash('sha256').update(signature).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Whether this request is the first with its signature; only the first is executed. */
async function claim(db: Db, { projectId, signature, call, now }: SignedCall): Promise<boolean> {
  const inserted = await db
    .insertInto('signed_answers')
    .values({ project_id: projectId, signature: idOf(signature), call, answered_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'signature']).doNothing())
    .returning('signature')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function findEarlier(db: Db, { projectId, signature }: SignedCall) {
  return await db
    .selectFrom('signed_answers')
    .select(['call', 'answer'])
    .where('project_id', '=', projectId)
    .where('signature', '=', idOf(signature))
    .executeTakeFirst();
}

async function storeAnswer(db: Db, { projectId, signature }: SignedCall, answer: unknown): Promise<void> {
  await db
    .updateTable('signed_answers')
    .set({ answer: JSON.stringify(answer) })
    .where('project_id', '=', projectId)
    .where('signature', '=', idOf(signature))
    .execute();
}

async function release(db: Db, { projectId, signature }: SignedCall): Promise<void> {
  await db
    .deleteFrom('signed_answers')
    .where('project_id', '=', projectId)
    .where('signature', '=', idOf(signature))
    .execute();
}

const notForThisCall = () =>
  new AppError(
    'signature_invalid',
    'x-Signature was already used for another call. Sign each call by itself.',
  );

const stillExecuted = () =>
  new AppError(
    'unavailable',
    'The same request is still being answered. Please try again.',
    undefined,
    RETRY_SECONDS,
  );

/**
 * Executes a signed request once, however often and however concurrently it arrives; repeats of the same call get the
 * same answer. A signature that was presented to another call is refused.
 */
export type AnswerOnce = <Answer>(signed: SignedCall, execute: () => Promise<Answer>) => Promise<Answer>;

export function createAnswerOnce(connection: NodeOf<'db'>): AnswerOnce {
  /** Claims of refused requests that could not be released, because the database was away by then. */
  const unreleased = createLru<true>(MOST_UNRELEASED, UNRELEASED_MS);
  const keyOf = ({ projectId, signature, call }: SignedCall) => `${projectId} ${idOf(signature)} ${call}`;

  const executeFirst = async <Answer>(db: Db, signed: SignedCall, execute: () => Promise<Answer>) => {
    const answer = await execute().catch(async (error: unknown) => {
      // The same request may come again. What is stored of this one after all, by a commit that was not answered, is
      // recognised then as it is in requests without a signature.
      await release(db, signed).catch(() => unreleased.set(keyOf(signed), true));
      throw error;
    });
    // What the request reported is stored: it is answered so even if a repeat will not find the answer.
    await storeAnswer(db, signed, answer).catch(() => {});
    return answer;
  };

  return async <Answer>(signed: SignedCall, execute: () => Promise<Answer>): Promise<Answer> => {
    const { db } = await connection.of(signed.projectId);
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      if (await claim(db, signed)) return await executeFirst(db, signed, execute);
      const earlier = await findEarlier(db, signed);
      if (earlier && earlier.call !== signed.call) throw notForThisCall();
      if (earlier && earlier.answer !== null) return earlier.answer as Answer;
      if (unreleased.delete(keyOf(signed))) return await executeFirst(db, signed, execute);
      await sleep(POLL_MS);
    }
    throw stillExecuted();
  };
}
