import {
  type CouponPool,
  type createCouponPool,
  MAX_POOLS,
  type updateCouponPool,
} from '@trailmark/contract/coupon-pools';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type AuditValues, differences, recordChange } from '../../audit/record.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Acting } from './change-network.ts';
import { countCodes, getPool, lockPool, type PoolRow } from './pool-store.ts';

const shown = (row: PoolRow): AuditValues => ({
  ...{ name: row.name, max_codes: row.max_codes, uses_per_code: row.uses_per_code },
  ...{ one_per_person: row.one_per_person, window_hours: row.window_hours, after_event: row.after_event },
  ...{ valid_from: row.valid_from?.toISOString() ?? null, valid_to: row.valid_to?.toISOString() ?? null },
  state: row.state,
});

function checkTimes({ valid_from: from, valid_to: to }: PoolRow): void {
  if (from && to && from >= to) throw badField('valid_to', 'is not after valid_from');
}

/** A rule names one pool: otherwise it would be up to chance which of them a code is from. */
async function checkRule(tx: Tx, { project_id, pool_id, after_event, state }: PoolRow): Promise<void> {
  if (after_event === null || state === 'closed') return;
  const { rows } = await sql<{ name: string }>`select name from coupon_pools where project_id = ${project_id}
    and after_event = ${after_event} and state = 'active' and pool_id <> ${pool_id}`.execute(tx);
  if (rows[0]) throw badField('after_event', `is the rule of the pool ${rows[0].name} already`);
}

async function checkOwned(tx: Tx, row: PoolRow): Promise<void> {
  const { rows: networks } = await sql`select from network_accounts where project_id = ${row.project_id}
    and ad_network_id = ${row.ad_network_id} and kind = 'JIO_COUPONS' for key share`.execute(tx);
  if (networks.length === 0) throw badField('ad_network_id', 'is no coupon network of this project');
  const { rows: campaigns } = await sql`select from campaigns where project_id = ${row.project_id}
    and id = ${row.campaign_id} and archived_at is null for key share`.execute(tx);
  if (campaigns.length === 0) throw badField('campaign_id', 'is no campaign of this project');
}

const instant = (text: string | null) => (text === null ? null : new Date(text));

/** Pools of a project are made one after the other, so that their number and their rules hold. */
async function lockProject(tx: Tx, projectId: string): Promise<void> {
  await sql`select from projects where project_id = ${projectId} for no key update`.execute(tx);
}

export async function addPool(
  kit: Kit,
  { projectId, actor }: Acting,
  { project_id: _, ...given }: z.output<(typeof createCouponPool)['body']>,
): Promise<CouponPool> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const row: PoolRow = {
      ...given,
      ...{ valid_from: instant(given.valid_from), valid_to: instant(given.valid_to) },
      ...{ project_id: projectId, pool_id: newId(now), created_at: now, updated_at: now },
    };
    checkTimes(row);
    await checkOwned(tx, row);
    await checkRule(tx, row);
    const { rows } = await sql<{ pools: number }>`select count(*)::int as pools from coupon_pools
      where project_id = ${projectId}`.execute(tx);
    if ((rows[0]?.pools ?? 0) >= MAX_POOLS) {
      throw new AppError('conflict', `A project has at most ${MAX_POOLS} pools. Delete one first.`);
    }
    await tx.insertInto('coupon_pools').values(row).execute();
    const after = shown(row);
    await recordChange(tx, now, { projectId, actor, action: 'coupon_pool.created', target: row.name, after });
    return await getPool(tx, { projectId, poolId: row.pool_id });
  });
}

export async function changePool(
  kit: Kit,
  { projectId, actor, poolId }: Acting & { poolId: string },
  change: z.output<(typeof updateCouponPool)['body']>,
): Promise<CouponPool> {
  const now = kit.clock.now();
  return await kit.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const before = await lockPool(tx, { projectId, poolId });
    const { valid_from: from, valid_to: to, ...others } = change;
    const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
    const after: PoolRow = {
      ...{ ...before, ...given },
      valid_from: from === undefined ? before.valid_from : instant(from),
      valid_to: to === undefined ? before.valid_to : instant(to),
      updated_at: now,
    };
    checkTimes(after);
    if (after.state === 'active') await checkOwned(tx, after);
    await checkRule(tx, after);
    if (after.max_codes < (await countCodes(tx, { projectId, poolId }))) {
      throw badField('max_codes', 'is less than the pool has');
    }
    const { project_id: _, pool_id: __, ...row } = after;
    await tx
      .updateTable('coupon_pools')
      .set(row)
      .where('project_id', '=', projectId)
      .where('pool_id', '=', poolId)
      .execute();
    const changed = differences(shown(before), shown(after));
    const target = after.name;
    if (changed) {
      await recordChange(tx, now, { projectId, actor, action: 'coupon_pool.updated', target, ...changed });
    }
    return await getPool(tx, { projectId, poolId });
  });
}

export async function removePool(
  kit: Kit,
  { projectId, actor, poolId }: Acting & { poolId: string },
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockPool(tx, { projectId, poolId });
    const { rows } = await sql`select from coupon_events
      where project_id = ${projectId} and pool_id = ${poolId} limit 1`.execute(tx);
    if (rows.length > 0) {
      throw new AppError('conflict', 'Codes of this pool were issued or redeemed. Close it instead.');
    }
    await sql`delete from coupon_codes where project_id = ${projectId} and pool_id = ${poolId}`.execute(tx);
    await sql`delete from coupon_pools where project_id = ${projectId} and pool_id = ${poolId}`.execute(tx);
    await recordChange(tx, now, {
      ...{ projectId, actor, action: 'coupon_pool.deleted', target: row.name, before: shown(row) },
    });
  });
}
