import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type Job, job } from '../../jobs/runner.ts';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';
import type { Kit } from '../../platform/kit.ts';
import type { CouponEventRow } from './event-store.ts';

/** Somebody with more devices than that shares them. */
const MOST_INSTALLS = 5;

/** What happened with a code, with what the attribution of its campaign needs. */
export interface AppliedCoupon extends CouponEventRow {
  network: string;
  window_hours: number;
  is_reversed: boolean;
}

async function findCoupon(db: Db, projectId: string, id: string): Promise<AppliedCoupon | null> {
  const { rows } = await sql<AppliedCoupon>`
    select e.*, trim_scale(e.amount)::text as amount, p.window_hours, c.network,
      exists (select from coupon_events r where r.project_id = ${projectId} and r.reverses = e.id) as is_reversed
    from coupon_events e
    join coupon_pools p on p.project_id = ${projectId} and p.pool_id = e.pool_id
    join campaigns c on c.project_id = ${projectId} and c.id = e.campaign_id
    join projects z on z.project_id = ${projectId} and z.deleted_at is null
    where e.project_id = ${projectId} and e.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** A reversal often names nobody: it is about whom the redemption named. */
async function withRedeemer(db: Db, coupon: AppliedCoupon): Promise<AppliedCoupon> {
  const isNamed = [coupon.user_id, coupon.hashed_email, coupon.hashed_phone, coupon.advertising_id].some(
    Boolean,
  );
  if (coupon.reverses === null || isNamed) return coupon;
  const redemption = await findCoupon(db, coupon.project_id, coupon.reverses);
  if (!redemption) return coupon;
  const { user_id, hashed_email, hashed_phone, advertising_id, click_id } = redemption;
  return { ...coupon, user_id, hashed_email, hashed_phone, advertising_id, click_id };
}

/** The installs of whom a call names, the latest first; that whose event a code was issued after before all others. Hashes are compared as the indexes of people have them. */
async function findInstalls(db: Db, coupon: AppliedCoupon): Promise<string[]> {
  const {
    project_id: projectId,
    user_id,
    install_id,
    hashed_email,
    hashed_phone,
    advertising_id,
    click_id,
  } = coupon;
  const { rows } = await sql<{ install_id: string }>`
    with named as (
      select ${user_id}::text as user_id where ${user_id}::text is not null
      union select user_id from people where project_id = ${projectId} and email is not null
        and sha256(replace(lower(btrim(email)), '\\', '\\\\')::bytea) = ${hashed_email}
      union select user_id from people where project_id = ${projectId} and phone is not null
        and sha256(('+' || ltrim(regexp_replace(phone, '\\D', '', 'g'), '0'))::bytea) = ${hashed_phone}),
    found as (
      select p.install_id from person_installs p join named n on n.user_id = p.user_id
        where p.project_id = ${projectId}
      union select install_id from installs where project_id = ${projectId} and advertising_id = ${advertising_id}
      union select ${install_id}::text where ${install_id}::text is not null
      union select install_id from touch_uses where project_id = ${projectId} and touch_id = ${click_id})
    select i.install_id from found f
    join installs i on i.project_id = ${projectId} and i.install_id = f.install_id
    order by i.install_id = ${install_id} desc nulls last, i.installed_at desc nulls last, i.install_id
    limit ${MOST_INSTALLS}`.execute(db);
  return rows.map(({ install_id }) => install_id);
}

/** A person who is not known yet may install, or sign up, within the window of the pool. */
async function lookAgain({ db, clock }: Kit, coupon: AppliedCoupon): Promise<void> {
  const now = clock.now();
  if (now > later(coupon.received_at, coupon.window_hours * HOUR_MS)) return;
  const isFresh = now < later(coupon.received_at, HOUR_MS);
  const payload = { project_id: coupon.project_id, id: coupon.id };
  await enqueue(db, 'apply-coupon', payload, { inMs: isFresh ? HOUR_MS : DAY_MS });
}

export type ApplyCoupon = (kit: Kit, coupon: AppliedCoupon, installIds: string[]) => Promise<void>;

/** Makes what happened with a code an event of the person, and a touch of their installs. Done twice it is once. */
export function createApplyCoupon(apply: ApplyCoupon): Job {
  return job('apply-coupon', async (kit, { project_id: projectId, id }) => {
    const found = await findCoupon(kit.db, projectId, id);
    if (!found) return;
    const coupon = await withRedeemer(kit.db, found);
    const installIds = await findInstalls(kit.db, coupon);
    if (installIds.length > 0) await apply(kit, coupon, installIds);
    else await lookAgain(kit, coupon);
  });
}
