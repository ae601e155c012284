import type { CouponType } from '@trailmark/contract/coupons';
import type { CouponState } from '@trailmark/core/coupons/judge-coupon';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { enqueue } from '../../jobs/queue.ts';
import { AppError } from '../../platform/app-error.ts';

export const OTHER_CONTENT = 'event_id was sent before with something else.';

/** Something that happened with a code, as it is stored. */
export interface CouponEventRow {
  project_id: string;
  ad_network_id: string;
  source: 'network' | 'server' | 'event';
  event_id: string;
  id: string;
  type: CouponType;
  code: string;
  pool_id: string;
  campaign_id: string;
  occurred_at: Date;
  received_at: Date;
  order_id: string | null;
  amount: string | null;
  currency: string | null;
  user_id: string | null;
  /** Whose event it was issued after. */
  install_id: string | null;
  hashed_email: Buffer | null;
  hashed_phone: Buffer | null;
  advertising_id: string | null;
  click_id: string | null;
  reverses: string | null;
  content_hash: Buffer;
}

/** A code with its pool, locked: calls about one code come one after the other. */
export interface LockedCode {
  code: string;
  pool_id: string;
  ad_network_id: string;
  campaign_id: string;
  campaign_refs: string[];
  state: CouponState;
}

interface CodeRow {
  pool_id: string;
  ad_network_id: string;
  campaign_id: string;
  campaign_refs: string[];
  max_uses: number;
  uses: number;
  issues: number;
  withdrawn_at: Date | null;
  valid_from: Date | null;
  valid_to: Date | null;
  is_closed: boolean;
}

type Redemption = NonNullable<CouponState['redemption']>;

/** Of the order where one is named, else the latest; only what was not reversed. */
async function findRedemption(
  tx: Tx,
  { projectId, code, orderId }: { projectId: string; code: string; orderId: string | null },
): Promise<Redemption | null> {
  const ofOrder = orderId === null ? sql`true` : sql`e.order_id = ${orderId}`;
  const { rows } = await sql<Redemption>`
    select e.id, trim_scale(e.amount)::text as amount, e.currency from coupon_events e
    where e.project_id = ${projectId} and e.code = ${code} and e.type = 'redeemed' and ${ofOrder}
      and not exists (select from coupon_events r where r.project_id = ${projectId} and r.reverses = e.id)
    order by e.occurred_at desc, e.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** null: the network has no such code. Codes of other networks and projects do not exist for it. */
export async function lockCode(
  tx: Tx,
  key: { projectId: string; adNetworkId: string; code: string; orderId: string | null },
): Promise<LockedCode | null> {
  const { projectId, adNetworkId, code } = key;
  const { rows } = await sql<CodeRow>`
    select k.pool_id, p.ad_network_id, p.campaign_id, k.max_uses, k.uses, k.issues, k.withdrawn_at,
      greatest(k.valid_from, p.valid_from) as valid_from, least(k.valid_to, p.valid_to) as valid_to,
      p.state = 'closed' as is_closed,
      array[p.campaign_id::text, lower(c.display_id), lower(c.name)] as campaign_refs
    from coupon_codes k
    join coupon_pools p on p.project_id = ${projectId} and p.pool_id = k.pool_id
    left join campaigns c on c.project_id = ${projectId} and c.id = p.campaign_id
    where k.project_id = ${projectId} and k.code = ${code} and p.ad_network_id = ${adNetworkId}
    for update of k`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const redemption = await findRedemption(tx, key);
  const { pool_id, ad_network_id, campaign_id, campaign_refs } = row;
  return {
    code,
    pool_id,
    ad_network_id,
    campaign_id,
    campaign_refs,
    state: {
      maxUses: row.max_uses,
      uses: row.uses,
      issues: row.issues,
      redemption,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      isPoolClosed: row.is_closed,
      isWithdrawn: row.withdrawn_at !== null,
    },
  };
}

export async function findEvent(
  tx: Tx,
  key: Pick<CouponEventRow, 'project_id' | 'ad_network_id' | 'source' | 'event_id'>,
): Promise<Pick<CouponEventRow, 'content_hash' | 'code'> | null> {
  const { rows } = await sql<Pick<CouponEventRow, 'content_hash' | 'code'>>`
    select content_hash, code from coupon_events where project_id = ${key.project_id}
      and ad_network_id = ${key.ad_network_id} and source = ${key.source}
      and event_id = ${key.event_id}`.execute(tx);
  return rows[0] ?? null;
}

/** Stores what happened and what it leaves of the code; the person's history and credit follow in a job. */
export async function storeEvent(
  tx: Tx,
  row: CouponEventRow,
  { uses, issues }: { uses: number; issues: number },
): Promise<void> {
  // Who looked before found nothing: another one with its id, about another code, came in between.
  const { numInsertedOrUpdatedRows: stored } = await tx
    .insertInto('coupon_events')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'ad_network_id', 'source', 'event_id']).doNothing(),
    )
    .executeTakeFirst();
  if (stored !== 1n) throw new AppError('conflict', OTHER_CONTENT);
  await sql`update coupon_codes set uses = ${uses}, issues = ${issues}
    where project_id = ${row.project_id} and code = ${row.code}`.execute(tx);
  await enqueue(tx, 'apply-coupon', { project_id: row.project_id, id: row.id });
}

const LISTED = 100;

/** What last happened with a code, newest first. */
export async function listEvents(db: Db, { projectId, code }: { projectId: string; code: string }) {
  const { rows } = await sql<
    Pick<CouponEventRow, 'event_id' | 'type' | 'occurred_at' | 'order_id' | 'amount' | 'currency' | 'user_id'>
  >`select event_id, type, occurred_at, order_id, trim_scale(amount)::text as amount, currency, user_id
    from coupon_events where project_id = ${projectId} and code = ${code}
    order by occurred_at desc, id desc limit ${LISTED}`.execute(db);
  return rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() }));
}
