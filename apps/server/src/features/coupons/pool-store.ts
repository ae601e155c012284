import type { CouponPool } from '@trailmark/contract/coupon-pools';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { AppError } from '../../platform/app-error.ts';

export interface PoolRow {
  project_id: string;
  pool_id: string;
  ad_network_id: string;
  campaign_id: string;
  name: string;
  max_codes: number;
  uses_per_code: number;
  one_per_person: boolean;
  valid_from: Date | null;
  valid_to: Date | null;
  window_hours: number;
  after_event: string | null;
  link_id: string | null;
  state: CouponPool['state'];
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface CountedPool extends PoolRow {
  campaign_name: string | null;
  codes: number;
  free: number;
  issued: number;
  redeemed: number;
  waiting: number;
}

export interface PoolKey {
  projectId: string;
  poolId: string;
}

/** With what was issued and redeemed of each, less what was reversed. */
export async function listPools(
  db: Db | Tx,
  {
    projectId,
    adNetworkId,
    poolId,
  }: { projectId: string; adNetworkId?: string | undefined; poolId?: string },
): Promise<CountedPool[]> {
  const ofNetwork = adNetworkId === undefined ? sql`true` : sql`p.ad_network_id = ${adNetworkId}`;
  const ofPool = poolId === undefined ? sql`true` : sql`p.pool_id = ${poolId}`;
  const { rows } = await sql<CountedPool>`
    select p.*, c.name as campaign_name, coalesce(k.codes, 0)::int as codes, coalesce(k.free, 0)::int as free,
      coalesce(k.issued, 0)::int as issued, coalesce(k.redeemed, 0)::int as redeemed,
      (select count(*) from coupon_plans w where w.project_id = ${projectId} and w.pool_id = p.pool_id
        and w.code is null)::int as waiting
    from coupon_pools p
    left join campaigns c on c.project_id = p.project_id and c.id = p.campaign_id
    left join lateral (select count(*) as codes, sum(k.issues) as issued, sum(k.uses) as redeemed,
        count(*) filter (where k.issues = 0 and k.uses = 0 and k.withdrawn_at is null) as free
      from coupon_codes k where k.project_id = ${projectId} and k.pool_id = p.pool_id) k on true
    where p.project_id = ${projectId} and p.deleted_at is null and ${ofNetwork} and ${ofPool}
    order by p.created_at desc, p.pool_id`.execute(db);
  return rows;
}

/** Locked: whatever is done with its codes comes one after the other. */
export async function findPoolLocked(tx: Tx, { projectId, poolId }: PoolKey): Promise<PoolRow | null> {
  const { rows } = await sql<PoolRow>`select * from coupon_pools
    where project_id = ${projectId} and pool_id = ${poolId} and deleted_at is null for update`.execute(tx);
  return rows[0] ?? null;
}

export async function lockPool(tx: Tx, key: PoolKey): Promise<PoolRow> {
  const pool = await findPoolLocked(tx, key);
  if (!pool) throw new AppError('not_found', 'We couldn’t find this pool.');
  return pool;
}

export async function countCodes(tx: Tx, { projectId, poolId }: PoolKey): Promise<number> {
  const { rows } = await sql<{ codes: number }>`select count(*)::int as codes from coupon_codes
    where project_id = ${projectId} and pool_id = ${poolId}`.execute(tx);
  return rows[0]?.codes ?? 0;
}

const textOf = (at: Date | null) => at?.toISOString() ?? null;

export const presentPool = (row: CountedPool): CouponPool => ({
  pool_id: row.pool_id,
  ad_network_id: row.ad_network_id,
  campaign_id: row.campaign_id,
  campaign_name: row.campaign_name ?? '',
  name: row.name,
  max_codes: row.max_codes,
  uses_per_code: row.uses_per_code,
  one_per_person: row.one_per_person,
  valid_from: textOf(row.valid_from),
  valid_to: textOf(row.valid_to),
  window_hours: row.window_hours,
  after_event: row.after_event,
  link_id: row.link_id,
  state: row.state,
  codes: row.codes,
  free: row.free,
  issued: row.issued,
  redeemed: row.redeemed,
  waiting: row.waiting,
  created_at: row.created_at.toISOString(),
});

export async function getPool(db: Db | Tx, key: PoolKey): Promise<CouponPool> {
  const [row] = await listPools(db, key);
  if (!row) throw new AppError('not_found', 'We couldn’t find this pool.');
  return presentPool(row);
}
