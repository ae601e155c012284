import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { job } from '../../jobs/runner.ts';
import type { Kit } from '../../platform/kit.ts';
import { findIssued, isOpen, storeIssue, takeFree } from './issue-coupon.ts';
import { findPoolLocked, type PoolKey, type PoolRow } from './pool-store.ts';

/** Codes of one transaction: others that need the pool do not wait long. */
const AT_ONCE = 50;

interface WaitingPerson {
  person: string;
  install_id: string;
  user_id: string | null;
  source_id: string;
}

/** A pool that is not open any more has nothing to wait for. Who has the event when it is open again is planned again. */
export async function forgetWaiting(tx: Tx, { projectId, poolId }: PoolKey): Promise<void> {
  await sql`delete from coupon_plans where project_id = ${projectId} and pool_id = ${poolId}
    and code is null`.execute(tx);
}

/** The code that the person has, or a free one; null: the pool is empty. */
async function codeFor(tx: Tx, now: Date, pool: PoolRow, waiting: WaitingPerson): Promise<string | null> {
  const person = { userId: waiting.user_id, installId: waiting.install_id };
  const earlier = await findIssued(tx, pool, person);
  if (earlier !== null) return earlier;
  const free = await takeFree(tx, pool, now);
  if (free) await storeIssue(tx, now, { pool, free, person, source: 'event', eventId: waiting.source_id });
  return free?.code ?? null;
}

/** Issues codes to some of those who wait; false: nobody waits, or there is no code for them. */
async function issueSome(tx: Tx, now: Date, key: PoolKey): Promise<boolean> {
  const { projectId, poolId } = key;
  const pool = await findPoolLocked(tx, key);
  if (!pool || pool.after_event === null || !isOpen(pool, now)) {
    await forgetWaiting(tx, key);
    return false;
  }
  const { rows } = await sql<WaitingPerson>`select person, install_id, user_id, source_id from coupon_plans
    where project_id = ${projectId} and pool_id = ${poolId} and code is null
    order by planned_at, person limit ${AT_ONCE}`.execute(tx);
  for (const waiting of rows) {
    const code = await codeFor(tx, now, pool, waiting);
    if (code === null) return false;
    await sql`update coupon_plans set code = ${code} where project_id = ${projectId} and pool_id = ${poolId}
      and person = ${waiting.person}`.execute(tx);
  }
  return rows.length === AT_ONCE;
}

async function issueAll({ db, clock }: Kit, key: PoolKey, signal: AbortSignal): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    hasMore = await db.transaction().execute((tx) => issueSome(tx, clock.now(), key));
  }
  // Stopped half-way: the job is tried again.
  signal.throwIfAborted();
}

/** Issues codes to those who had the event of a pool. Done twice it is once; a pool that is empty lets them wait. */
export const issuePlanned = job('issue-coupons', async (kit, { project_id: projectId }, signal) => {
  const { rows } = await sql<{ pool_id: string }>`select distinct pool_id from coupon_plans
    where project_id = ${projectId} and code is null order by pool_id`.execute(kit.db);
  for (const { pool_id: poolId } of rows) await issueAll(kit, { projectId, poolId }, signal);
});
