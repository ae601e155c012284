import { createHash } from 'node:crypto';
import type { IssuedCoupon, serverIssueCoupon } from '@trailmark/contract/coupon-calls';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { couponLink, slugOf } from './coupon-link.ts';
import { findEvent, OTHER_CONTENT, storeEvent } from './event-store.ts';
import { type CouponPerson, issuedTo } from './issued-to.ts';
import { lockPool, type PoolRow } from './pool-store.ts';

export type IssueRequest = z.output<(typeof serverIssueCoupon)['body']>;

interface FreeCode {
  code: string;
  uses: number;
  issues: number;
  valid_to: Date | null;
}

const NO_POOL = 'There is no active pool whose rule is this event.';

/** The pool that is asked for, or that whose rule is the event. */
async function poolIdOf(tx: Tx, projectId: string, { pool_id, event_name }: IssueRequest): Promise<string> {
  if (pool_id) return pool_id;
  const { rows } = await sql<{
    pool_id: string;
  }>`select pool_id from coupon_pools where project_id = ${projectId}
    and after_event = ${event_name} and state = 'active'`.execute(tx);
  if (!rows[0]) throw new AppError('not_found', NO_POOL);
  return rows[0].pool_id;
}

/** A pool with a rule gives codes only to those who have had its event. Installs and their like are decisions. */
async function checkRule(tx: Tx, { project_id, after_event }: PoolRow, userId: string): Promise<void> {
  if (after_event === null) return;
  const { rows } = await sql`with own as materialized (select install_id from person_installs
      where project_id = ${project_id} and user_id = ${userId})
    select from event_firsts f
    where f.project_id = ${project_id} and f.name = ${after_event} and f.subject in (
      select 'i:' || install_id from own union all select 'u:' || ${userId}::text)
    union all
    select from decisions d join own using (install_id)
    where d.project_id = ${project_id} and '$' || d.kind = ${after_event} limit 1`.execute(tx);
  if (rows.length === 0) {
    throw new AppError('conflict', `The person has not had the event ${after_event} yet.`);
  }
}

/** The code of the pool that a person has. */
export async function findIssued(tx: Tx, pool: PoolRow, person: CouponPerson): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`select e.code from ${issuedTo(pool.project_id, person)} e
    where e.pool_id = ${pool.pool_id} order by e.received_at limit 1`.execute(tx);
  return rows[0]?.code ?? null;
}

/** The code that this person, or this request, was given before. */
async function findEarlier(
  tx: Tx,
  pool: PoolRow,
  { user_id, event_id }: Pick<IssueRequest, 'user_id' | 'event_id'>,
): Promise<string | null> {
  const key = { project_id: pool.project_id, ad_network_id: pool.ad_network_id, source: 'server' as const };
  const repeated = event_id ? await findEvent(tx, { ...key, event_id }) : null;
  if (repeated && !repeated.content_hash.equals(hashOf(pool.pool_id, user_id))) {
    throw new AppError('conflict', OTHER_CONTENT);
  }
  if (repeated) return repeated.code;
  return pool.one_per_person ? await findIssued(tx, pool, { userId: user_id, installId: null }) : null;
}

/** A code that can still be issued. Those that nobody has come first, so that a shared one is not used up early. */
export async function takeFree(
  tx: Tx,
  { project_id, pool_id, valid_to }: PoolRow,
  now: Date,
): Promise<FreeCode | null> {
  const { rows } = await sql<FreeCode>`select code, uses, issues, least(valid_to, ${valid_to}) as valid_to
    from coupon_codes where project_id = ${project_id} and pool_id = ${pool_id} and issues < max_uses
      and uses < max_uses and withdrawn_at is null and (valid_from is null or valid_from <= ${now})
      and (valid_to is null or valid_to >= ${now})
    order by issues, code limit 1 for update`.execute(tx);
  return rows[0] ?? null;
}

export const isOpen = ({ state, valid_from: from, valid_to: to }: PoolRow, now: Date): boolean =>
  state === 'active' && (from === null || from <= now) && (to === null || to >= now);

function checkOpen({ state, valid_from: from, valid_to: to }: PoolRow, now: Date): void {
  if (state === 'closed') throw new AppError('conflict', 'The pool is closed.');
  if (from && now < from) throw new AppError('conflict', `The pool opens at ${from.toISOString()}.`);
  if (to && now > to) throw new AppError('conflict', `The pool ended at ${to.toISOString()}.`);
}

const hashOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

async function validToOf(tx: Tx, { project_id, valid_to }: PoolRow, code: string): Promise<Date | null> {
  const { rows } = await sql<{ valid_to: Date | null }>`select least(valid_to, ${valid_to}) as valid_to
    from coupon_codes where project_id = ${project_id} and code = ${code}`.execute(tx);
  return rows[0]?.valid_to ?? null;
}

interface Issue {
  pool: PoolRow;
  free: FreeCode;
  person: CouponPerson;
  source: 'server' | 'event';
  /** null: it has none of its own. */
  eventId: string | null;
}

export async function storeIssue(
  tx: Tx,
  now: Date,
  { pool, free, person: { userId, installId }, source, eventId }: Issue,
): Promise<void> {
  const id = newId(now);
  await storeEvent(
    tx,
    {
      project_id: pool.project_id,
      ad_network_id: pool.ad_network_id,
      source,
      id,
      event_id: eventId ?? id,
      type: 'issued',
      code: free.code,
      pool_id: pool.pool_id,
      campaign_id: pool.campaign_id,
      occurred_at: now,
      received_at: now,
      order_id: null,
      amount: null,
      currency: null,
      user_id: userId,
      install_id: installId,
      hashed_email: null,
      hashed_phone: null,
      advertising_id: null,
      click_id: null,
      reverses: null,
      content_hash: hashOf(pool.pool_id, userId ?? installId),
    },
    { uses: free.uses, issues: free.issues + 1 },
  );
}

async function issueNew(tx: Tx, now: Date, pool: PoolRow, request: IssueRequest): Promise<string> {
  checkOpen(pool, now);
  await checkRule(tx, pool, request.user_id);
  const free = await takeFree(tx, pool, now);
  if (!free) throw new AppError('conflict', 'The pool has no free code left.');
  const person = { userId: request.user_id, installId: null };
  await storeIssue(tx, now, { pool, free, person, source: 'server', eventId: request.event_id ?? null });
  return free.code;
}

/** Gives a person a code of a pool. A person who may have one only, and asks again, gets the one that they have. */
export async function issueCoupon(
  kit: Kit,
  db: Db,
  { projectId, request }: { projectId: string; request: IssueRequest },
): Promise<IssuedCoupon> {
  const now = kit.clock.now();
  return await db.transaction().execute(async (tx) => {
    const poolId = await poolIdOf(tx, projectId, request);
    const pool = await lockPool(tx, { projectId, poolId });
    const earlier = await findEarlier(tx, pool, request);
    const code = earlier ?? (await issueNew(tx, now, pool, request));
    return {
      code,
      pool_id: poolId,
      is_new: earlier === null,
      link: couponLink(kit, await slugOf(tx, pool), code),
      valid_to: (await validToOf(tx, pool, code))?.toISOString() ?? null,
    };
  });
}
