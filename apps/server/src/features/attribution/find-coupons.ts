import { sql } from 'kysely';
import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import type { CouponRedemption } from '../../pipeline/group.ts';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { UndecidedOpen } from './conversion.ts';
import { type CouponTouch, couponTouch } from './coupon-touch.ts';

/** Longer ago than the window of any pool reaches. */
const LOOKBACK_DAYS = 91;
/** Redemptions of one person that a receipt lists, the newest. */
const LISTED = 20;

interface CouponKey {
  n: number;
  advertising_id: string | null;
  user_id: string | null;
  click_id: string | null;
}
const COUPON_KEYS = bulk<CouponKey>({
  n: 'int',
  advertising_id: 'text',
  user_id: 'text',
  click_id: 'uuid',
});

interface FoundRedemption extends CouponRedemption {
  n: number;
}

function keysOf({ n, item, evidence }: UndecidedOpen): CouponKey[] {
  const nothing = { n, advertising_id: null, user_id: null, click_id: null };
  const advertisingId = item.device?.advertisingId ?? null;
  return [
    ...(advertisingId ? [{ ...nothing, advertising_id: advertisingId }] : []),
    ...(item.userId ? [{ ...nothing, user_id: item.userId }] : []),
    ...evidence.clicks.map(({ click }) => ({ ...nothing, click_id: click.id })),
  ];
}

async function findRedemptions(
  tx: Tx,
  { projectId, now, keys }: { projectId: string; now: Date; keys: CouponKey[] },
): Promise<FoundRedemption[]> {
  const since = later(now, -LOOKBACK_DAYS * DAY_MS);
  const by = (column: string) => sql`select * from coupon_events where project_id = ${projectId}
    and ${sql.ref(column)} = r.${sql.raw(column)}`;
  const { rows } = await sql<FoundRedemption>`
    select r.n, e.id, e.code, e.pool_id as "poolId", e.campaign_id as "campaignId", c.network,
      e.occurred_at as "redeemedAt", p.window_hours as "windowHours"
    from ${COUPON_KEYS.rows(keys)}
    cross join lateral (select * from (${by('advertising_id')} union all ${by('user_id')}
        union all ${by('click_id')}) f
      where f.type = 'redeemed' and f.occurred_at > ${since} and not exists (select from coupon_events x
        where x.project_id = ${projectId} and x.reverses = f.id)
      order by f.occurred_at desc limit ${LISTED}) e
    join coupon_pools p on p.project_id = ${projectId} and p.pool_id = e.pool_id
    join campaigns c on c.project_id = ${projectId} and c.id = e.campaign_id`.execute(tx);
  return rows;
}

/** What those who open an app for the first time redeemed before, by the number of the open. */
export async function findCoupons(
  tx: Tx,
  { projectId, now }: { projectId: string; now: Date },
  opens: UndecidedOpen[],
): Promise<Map<number, CouponTouch[]>> {
  const found = new Map<number, CouponTouch[]>();
  const first = opens.filter(({ kind, item }) => kind === 'first_open' && item.project.hasCoupons);
  const keys = first.flatMap(keysOf);
  if (keys.length === 0) return found;
  const openOf = new Map(first.map((open) => [open.n, open]));
  for (const { n, ...redemption } of await findRedemptions(tx, { projectId, now, keys })) {
    const open = openOf.get(n);
    const touches = found.get(n) ?? [];
    if (!open || touches.some(({ id }) => id === redemption.id)) continue;
    const { item, at } = open;
    const touch = couponTouch(redemption, {
      at,
      platform: item.platform,
      windows: item.project.rules.windows,
    });
    if (touch) found.set(n, [...touches, touch]);
  }
  return found;
}
