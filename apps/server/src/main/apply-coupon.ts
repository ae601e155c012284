import { wakeLanes } from '../connections/connection.ts';
import { createPartitions, queriesOf } from '../db/partitions.ts';
import type { AppliedCoupon, ApplyCoupon } from '../features/coupons/apply-coupon.ts';
import { eventIdKey } from '../features/ingest/item-identity.ts';
import { createLimitHits } from '../features/ingest/limit-hits.ts';
import { findProject } from '../features/ingest/project-cache.ts';
import { blankItem } from '../features/ingest/read-item.ts';
import type { InstallCoupon, Item } from '../pipeline/group.ts';
import { processCoupon } from '../pipeline/process-units.ts';
import type { ProjectConfig } from '../pipeline/project-config.ts';
import { NO_ADDRESS_LISTS } from './apply-claim.ts';
import { NO_LIMIT, stepsOf } from './ingest.ts';

/** An event of the person. Its amount is in its data and no revenue: the app reports its payments itself. */
function itemOf(project: ProjectConfig, coupon: AppliedCoupon, installId: string): Item {
  const { id, type, code, pool_id, ad_network_id, order_id, amount, currency } = coupon;
  const arrival = { project, receivedAt: coupon.received_at, ip: null, country: '', delivery: null };
  const name = `$coupon_${type}`;
  const data = { coupon_code: code, pool_id, ad_network_id };
  const order = order_id === null ? {} : { order_id };
  const money = amount === null ? {} : { coupon_amount: amount, coupon_currency: currency };
  return {
    ...blankItem(arrival, 'event', { install_instance_id: installId }),
    userId: coupon.user_id,
    occurredAt: coupon.occurred_at,
    key: eventIdKey('coupon', name, id),
    event: { name, data: { ...data, ...order, ...money } },
  };
}

const redemptionOf = (coupon: AppliedCoupon): InstallCoupon['redemption'] => ({
  id: coupon.id,
  code: coupon.code,
  poolId: coupon.pool_id,
  campaignId: coupon.campaign_id,
  network: coupon.network,
  redeemedAt: coupon.occurred_at,
  windowHours: coupon.window_hours,
});

/** Takes what happened with a code through the steps of an event, in a transaction of its own. */
export const applyCoupon: ApplyCoupon = async (kit, coupon, installIds) => {
  const { project_id: projectId } = coupon;
  const project = await findProject(kit.db, projectId);
  const [latest] = installIds;
  if (!project || latest === undefined) return;
  const isTouch = coupon.type === 'redeemed' && !coupon.is_reversed;
  const redemption = redemptionOf(coupon);
  const coupons = isTouch ? installIds.map((installId) => ({ projectId, installId, redemption })) : [];
  const partitions = createPartitions(queriesOf(kit.db), kit.clock);
  const steps = stepsOf(kit, { partitions, ips: NO_ADDRESS_LISTS, hits: createLimitHits(kit) });
  const work = { db: kit.db, now: kit.clock.now(), steps, partitions, limit: NO_LIMIT };
  await processCoupon(work, { projectId, unit: [itemOf(project, coupon, latest)], coupons });
  await wakeLanes(kit.db, kit.clock.now(), [projectId]);
};
