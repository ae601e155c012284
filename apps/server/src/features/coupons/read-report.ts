import type { CouponReportRow, PostbackDay } from '@trailmark/contract/coupon-calls';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { writeCsv } from '../../platform/write-csv.ts';

export interface CouponReportQuery {
  projectId: string;
  from: string;
  to: string;
  adNetworkId: string | undefined;
}

const GONE = '(removed network)';
const only = (adNetworkId: string | undefined) =>
  adNetworkId === undefined ? sql`true` : sql`e.ad_network_id = ${adNetworkId}`;

/** Days are those of the project. Counted from the stored events themselves, so that both sides can compare them. */
export async function readCouponRows(db: Db, query: CouponReportQuery): Promise<CouponReportRow[]> {
  const { projectId, from, to, adNetworkId } = query;
  const amounts = (type: string) => sql`coalesce((select json_agg(json_build_object('amount', m.amount,
      'currency', m.currency) order by m.currency) from sums m where m.day = d.day and m.pool_id = d.pool_id
      and m.type = ${type} and m.currency is not null), '[]')`;
  const { rows } = await sql<CouponReportRow>`
    with events as (
      select (e.occurred_at at time zone z.timezone)::date as day, e.ad_network_id, e.pool_id, e.type, e.currency,
        e.amount
      from coupon_events e join projects z on z.project_id = ${projectId}
      where e.project_id = ${projectId} and ${only(adNetworkId)}
        and e.occurred_at >= ${from}::date::timestamp at time zone z.timezone
        and e.occurred_at < (${to}::date + 1)::timestamp at time zone z.timezone),
    sums as (
      select day, pool_id, type, currency, trim_scale(sum(amount))::text as amount
      from events group by day, pool_id, type, currency
      union all select day, pool_id, 'net', currency, trim_scale(sum(amount))::text
      from events where type <> 'issued' group by day, pool_id, currency),
    days as (
      select day, ad_network_id, pool_id, count(*) filter (where type = 'issued')::int as issued,
        count(*) filter (where type = 'redeemed')::int as redeemed,
        count(*) filter (where type = 'reversed')::int as reversed
      from events group by day, ad_network_id, pool_id)
    select d.day::text as date, d.ad_network_id, coalesce(a.name, ${GONE}) as network_name, d.pool_id,
      p.name as pool_name, coalesce(c.name, '') as campaign_name, d.issued, d.redeemed, d.reversed,
      ${amounts('redeemed')} as redeemed_amounts, ${amounts('reversed')} as reversed_amounts,
      ${amounts('net')} as net_amounts
    from days d
    join coupon_pools p on p.project_id = ${projectId} and p.pool_id = d.pool_id
    left join network_accounts a on a.project_id = ${projectId} and a.ad_network_id = d.ad_network_id
    left join campaigns c on c.project_id = ${projectId} and c.id = p.campaign_id
    order by d.day desc, network_name, p.name, d.pool_id`.execute(db);
  return rows;
}

/** Requests to the networks, from the totals of deliveries. */
export async function readPostbackDays(db: Db, query: CouponReportQuery): Promise<PostbackDay[]> {
  const { projectId, from, to, adNetworkId } = query;
  const { rows } = await sql<PostbackDay>`
    select t.day::text as date, e.ad_network_id, e.name as network_name, t.delivered::int as delivered,
      t.rejected::int as failed, t.skipped::int as skipped
    from delivery_totals t
    join network_accounts e on e.project_id = ${projectId} and e.ad_network_id = t.connection_id
      and e.kind = 'JIO_COUPONS'
    where t.project_id = ${projectId} and ${only(adNetworkId)} and t.day between ${from}::date and ${to}::date
    order by t.day desc, e.name, e.ad_network_id`.execute(db);
  return rows;
}

const HEADER = [
  ...['date', 'network', 'pool', 'campaign', 'issued', 'redeemed', 'reversed', 'currency'],
  ...['redeemed_amount', 'reversed_amount', 'net_amount'],
];

/** A line for each day, pool and currency. Counts are those of the day, on the first of its lines. */
function linesOf(row: CouponReportRow) {
  const currencies = new Set(
    [...row.redeemed_amounts, ...row.reversed_amounts].map(({ currency }) => currency),
  );
  const amountOf = (amounts: CouponReportRow['redeemed_amounts'], currency: string) =>
    amounts.find((one) => one.currency === currency)?.amount ?? '';
  const start = [row.date, row.network_name, row.pool_name, row.campaign_name];
  return (currencies.size > 0 ? [...currencies] : ['']).map((currency, n) => [
    ...start,
    ...(n === 0 ? [row.issued, row.redeemed, row.reversed] : [0, 0, 0]),
    currency,
    ...[row.redeemed_amounts, row.reversed_amounts, row.net_amounts].map((amounts) =>
      amountOf(amounts, currency),
    ),
  ]);
}

export const couponCsv = (rows: CouponReportRow[]): string => writeCsv([HEADER, ...rows.flatMap(linesOf)]);
