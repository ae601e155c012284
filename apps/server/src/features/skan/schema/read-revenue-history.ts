import type { RevenueHistory } from '@trailmark/core/skan/schema/revenue-buckets';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import { factorsOf } from '../../../rollups/factors.ts';

/** What installs paid longer ago says little about today. */
const LOOKED_AT_DAYS = 180;
/** The newest: more would not move the buckets. */
const MOST_PAYERS = 20_000;
const FIRST_WINDOW = '48 hours';

/**
 * What installs have paid in their first window, converted at the rate of the day; without a rate it is left out. Installs
 * on iOS and Android of people who do not refuse analytics: what they did is what values are given for.
 */
export async function readRevenueHistory(
  db: Db | Tx,
  projectId: string,
  { currency, now }: { currency: string; now: Date },
): Promise<RevenueHistory> {
  const since = later(now, -LOOKED_AT_DAYS * DAY_MS);
  const { rows } = await sql<{ amount: string; oldest: Date }>`
    with paid as materialized (
      select i.install_id, i.installed_at, e.amount, e.currency, (e.occurred_at at time zone 'UTC')::date as day
      from installs i
      join events e on e.project_id = i.project_id and e.install_id = i.install_id
        and e.occurred_at >= i.installed_at and e.occurred_at < i.installed_at + ${FIRST_WINDOW}::interval
      where i.project_id = ${projectId} and i.installed_at >= ${since} and i.platform in ('ios', 'android')
        and not i.has_denied_analytics and e.project_id = ${projectId}
        and e.occurred_at >= ${since} and e.kind = 'payment'),
    factors as (${factorsOf(currency, sql`select currency, day from paid`)})
    select trim_scale(sum(p.amount * case when p.currency = ${currency} then 1 else f.factor end))::text as amount,
      min(p.installed_at) over () as oldest
    from paid p left join factors f on f.currency = p.currency and f.day = p.day
    where p.currency = ${currency} or f.factor is not null
    group by p.install_id, p.installed_at
    order by p.installed_at desc limit ${MOST_PAYERS}`.execute(db);
  // Of all of them: those beyond the limit are days of payments too.
  const oldest = rows[0]?.oldest;
  return {
    days: oldest ? Math.floor((now.getTime() - oldest.getTime()) / DAY_MS) : 0,
    amounts: rows.map(({ amount }) => amount),
  };
}
