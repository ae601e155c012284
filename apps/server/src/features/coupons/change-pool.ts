import {
  type CouponPool,
  type createCouponPool,
  MAX_POOLS,
  type updateCouponPool,
} from '@trailmark/contract/coupon-pools';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type AuditValues, differences, recordChange } from '../../audit/record.ts';
import { announce } from '../../db/changes.ts';
import type { Tx } from '../../db/connection.ts';
import { AppError, badField } from '../../platform/app-error.ts';
import { newId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Acting } from './change-network.ts';
import { forgetWaiting } from './issue-planned.ts';
import { countCodes, getPool, lockPool, type PoolRow } from './pool-store.ts';

const shown = (row: PoolRow): AuditValues => ({
  name: row.name,
  max_codes: row.max_codes,
  uses_per_code: row.uses_per_code,
  one_per_person: row.one_per_person,
  window_hours: row.window_hours,
  after_event: row.after_event,
  link_id: row.link_id,
  valid_from: row.valid_from?.toISOString() ?? null,
  valid_to: row.valid_to?.toISOString() ?? null,
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
  if (networks.length === 0) throw badField('ad_network_id', 'is not a coupon network of this project');
  const { rows: campaigns } = await sql`select from campaigns where project_id = ${row.project_id}
    and id = ${row.campaign_id} and archived_at is null for key share`.execute(tx);
  if (campaigns.length === 0) throw badField('campaign_id', 'is not a campaign of this project');
}

/** A link of another campaign would credit that one with the click. */
async function checkLink(tx: Tx, { project_id, campaign_id, link_id }: PoolRow): Promise<void> {
  if (link_id === null) return;
  const { rows } = await sql`select from links where project_id = ${project_id} and id = ${link_id}
    and campaign_id = ${campaign_id} for key share`.execute(tx);
  if (rows.length === 0) throw badField('link_id', 'is not a link of the pool’s campaign');
}

const instant = (text: string | null) => (text === null ? null : new Date(text));

/** Pools of a project are made one after the other, so that their number and their rules hold. */
async function lockProject(tx: Tx, projectId: string): Promise<void> {
  await sql`select from projects where project_id = ${projectId} for no key update`.execute(tx);
}

/** Ingest knows the rules of a project by heart. */
async function announceRule(tx: Tx, before: PoolRow | null, after: PoolRow | null): Promise<void> {
  const { project_id: projectId = '' } = before ?? after ?? {};
  if (before?.after_event || after?.after_event) await announce(tx, { kind: 'project', projectId });
}

async function storePool(tx: Tx, { project_id, pool_id, ...row }: PoolRow): Promise<void> {
  const pool = tx.updateTable('coupon_pools').set(row).where('project_id', '=', project_id);
  await pool.where('pool_id', '=', pool_id).execute();
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
      valid_from: instant(given.valid_from),
      valid_to: instant(given.valid_to),
      project_id: projectId,
      pool_id: newId(now),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    };
    checkTimes(row);
    await checkOwned(tx, row);
    await checkLink(tx, row);
    await checkRule(tx, row);
    const { rows } = await sql<{ pools: number }>`select count(*)::int as pools from coupon_pools
      where project_id = ${projectId} and deleted_at is null`.execute(tx);
    if ((rows[0]?.pools ?? 0) >= MAX_POOLS) {
      throw new AppError('conflict', `A project has at most ${MAX_POOLS} pools. Delete one first.`);
    }
    await tx.insertInto('coupon_pools').values(row).execute();
    await announceRule(tx, null, row);
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
      ...before,
      ...given,
      valid_from: from === undefined ? before.valid_from : instant(from),
      valid_to: to === undefined ? before.valid_to : instant(to),
      updated_at: now,
    };
    checkTimes(after);
    if (after.state === 'active') await checkOwned(tx, after);
    if (after.link_id !== before.link_id) await checkLink(tx, after);
    await checkRule(tx, after);
    if (after.max_codes < (await countCodes(tx, { projectId, poolId }))) {
      throw badField('max_codes', 'is less than the pool has');
    }
    await storePool(tx, after);
    await announceRule(tx, before, after);
    if (after.state === 'closed' || after.after_event === null)
      await forgetWaiting(tx, { projectId, poolId });
    const changed = differences(shown(before), shown(after));
    const target = after.name;
    if (changed) {
      await recordChange(tx, now, { projectId, actor, action: 'coupon_pool.updated', target, ...changed });
    }
    return await getPool(tx, { projectId, poolId });
  });
}

/** Codes that nobody has are gone. What people have can be redeemed, and what was redeemed keeps its credit. */
async function deletePool(tx: Tx, now: Date, row: PoolRow): Promise<void> {
  const { project_id, pool_id } = row;
  await sql`delete from coupon_codes k where project_id = ${project_id} and pool_id = ${pool_id}
    and not exists (select from coupon_events e where e.project_id = ${project_id} and e.code = k.code)`.execute(
    tx,
  );
  if ((await countCodes(tx, { projectId: project_id, poolId: pool_id })) > 0) {
    await storePool(tx, { ...row, state: 'closed', updated_at: now, deleted_at: now });
    return;
  }
  await sql`delete from coupon_plans where project_id = ${project_id} and pool_id = ${pool_id}`.execute(tx);
  await sql`delete from coupon_pools where project_id = ${project_id} and pool_id = ${pool_id}`.execute(tx);
}

export async function removePool(
  kit: Kit,
  { projectId, actor, poolId }: Acting & { poolId: string },
): Promise<void> {
  const now = kit.clock.now();
  await kit.db.transaction().execute(async (tx) => {
    const row = await lockPool(tx, { projectId, poolId });
    await forgetWaiting(tx, { projectId, poolId });
    await deletePool(tx, now, row);
    await announceRule(tx, row, null);
    await recordChange(tx, now, {
      projectId,
      actor,
      action: 'coupon_pool.deleted',
      target: row.name,
      before: shown(row),
    });
  });
}
