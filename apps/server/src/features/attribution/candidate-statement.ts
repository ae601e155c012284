import type { FoundBy } from '@trailmark/core/attribution/decision';
import { bulk } from '../../db/bulk.ts';
import { dayOf } from '../../db/partitions.ts';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';

/** Longer ago than any window reaches: a receipt also names what came a little too early. */
const CLICK_LOOKBACK_MS = 30 * DAY_MS + HOUR_MS;
const VIEW_LOOKBACK_MS = 7 * DAY_MS + HOUR_MS;
const IP_LOOKBACK_MS = 24 * HOUR_MS + HOUR_MS;
/** Touches of one advertising id that a receipt lists, the newest. */
const LISTED_PER_ID = 20;
/**
 * Clicks of one address that a first open is compared with, the newest. Behind one address of a mobile network there
 * can be thousands, and each comparison costs some microseconds.
 */
export const COMPARED_PER_ADDRESS = 300;
/**
 * Rows that are read to count what came from one address or one id in the hour before a touch: more than any usual
 * threshold, and a busy address cannot make one look-up cost more than about a millisecond.
 */
const COUNTED_ROWS = 1000;
/** PostgreSQL keeps microseconds: everything that is later than an hour before. */
const HOUR_BEFORE = "range between interval '59:59.999999' preceding and current row";

/** What touches are looked up by: a click id with its link, an advertising id, or an address. */
export interface LookupKey {
  click_id: string | null;
  clicked_at: Date | null;
  link_id: string | null;
  found_by: FoundBy | null;
  advertising_id: string | null;
  ip: string | null;
}

/** The parameters from $3 on. */
export const LOOKUP_KEYS = bulk<LookupKey & { n: number }>({
  n: 'int',
  click_id: 'uuid',
  clicked_at: 'timestamptz',
  link_id: 'uuid',
  found_by: 'text',
  advertising_id: 'text',
  ip: 'inet',
});
/** Of the times of old clicks, after the keys. */
const [FIRST_CLICK, LAST_CLICK] = ['$10', '$11'];

/** What the conversions of a group can be looked up by. */
export interface LookedUpBy {
  /** `old`: a click that is named is older than any look-up goes. */
  clickId: 'old' | 'recent' | null;
  advertisingId: boolean;
  ip: boolean;
}

export const isOldClick = (at: Date, now: Date) =>
  at <= later(now, -CLICK_LOOKBACK_MS) || at >= later(now, DAY_MS);

/**
 * Between an instant that long ago and now, to the millisecond. Now is read from the keys: were it a value of the
 * statement, the planner would plan again for each.
 */
const since = (column: string, ms: number) =>
  `${column} > k.asked_at - interval '${ms / 1000} seconds' and ${column} <= k.asked_at`;

/**
 * The same in whole days, as partitions are cut. They are part of the text, so that a plan which is kept opens no
 * partition in vain; it holds from the day's first instant to its last.
 */
const withinDays = (column: string, day: Date, ms: number) =>
  `${column} >= '${dayOf(later(day, -ms))}T00:00:00Z' and ${column} < '${dayOf(later(day, 2 * DAY_MS))}T00:00:00Z'`;

const recent = (column: string, day: Date, ms: number) =>
  `${since(column, ms)} and ${withinDays(column, day, ms)}`;

const CLICK_COLUMNS = `c.id, c.clicked_at as at, c.link_id, c.campaign_id, c.network, c.platform,
  host(c.ip) as ip, c.advertising_id, c.os_version, c.model, c.language, c.device_key, c.params`;

/** Of these the params are left as text: only those of the touch that wins are read. */
const FOUND = `f.n, f.found_by, f.kind, f.id, f.at, f.link_id, f.campaign_id, f.network, f.platform, f.ip,
  f.advertising_id, f.os_version, f.model, f.language, f.read_rows`;

/** Counts that the look-up itself has made; what it left out is counted for each touch. */
const NOT_COUNTED = ['ip_count', 'ip_device_count', 'id_count', 'read_rows']
  .map((name) => `null::bigint as ${name}`)
  .join(', ');

/** The row of a click that is named may not be there yet. */
const byClickId = (bounds: string) => `
  select k.n, k.found_by, 'click' as kind, k.click_id as id, k.clicked_at as at, k.link_id,
    l.campaign_id, coalesce(c.network, g.network) as network, c.platform, host(c.ip) as ip, c.advertising_id,
    c.os_version, c.model, c.language, c.device_key, c.params, ${NOT_COUNTED}
  from k
  cross join lateral (select l.campaign_id from links l where l.project_id = $1::uuid and l.id = k.link_id limit 1) l
  cross join lateral (select g.network from campaigns g where g.project_id = $1::uuid and g.id = l.campaign_id
    limit 1) g
  left join lateral (select * from clicks c where c.project_id = $1::uuid and c.id = k.click_id
    and c.clicked_at = k.clicked_at and ${bounds} limit 1) c on true
  where k.click_id is not null`;

/** The newest rows of a key are read once, and counted there: a touch of it costs no look-up of its own. */
const byAdvertisingId = (day: Date) => `
  select k.n, 'advertising_id' as found_by, 'click' as kind, c.* from k cross join lateral (
    select c.*, null::bigint as ip_count, null::bigint as ip_device_count,
      count(*) over (partition by c.campaign_id order by c.at ${HOUR_BEFORE}) as id_count, null::bigint as read_rows
    from (select ${CLICK_COLUMNS} from clicks c
      where c.project_id = $1::uuid and c.advertising_id = k.advertising_id and not c.imported
        and ${recent('c.clicked_at', day, CLICK_LOOKBACK_MS)}
      order by c.clicked_at desc limit ${COUNTED_ROWS}) c
    order by c.at desc limit ${LISTED_PER_ID}) c
  where k.advertising_id is not null
  union all
  select k.n, 'advertising_id', 'view', v.*, ${NOT_COUNTED} from k cross join lateral (
    select v.id, v.viewed_at as at, v.link_id, v.campaign_id, v.network, v.platform,
      host(v.ip), v.advertising_id, null::text, null::text, null::text, v.device_key, null::jsonb
    from impressions v
    where v.project_id = $1::uuid and v.advertising_id = k.advertising_id and not v.imported
      and ${recent('v.viewed_at', day, VIEW_LOOKBACK_MS)}
    order by v.viewed_at desc limit ${LISTED_PER_ID}) v
  where k.advertising_id is not null`;

const byIp = (day: Date) => `
  select k.n, 'ip' as found_by, 'click' as kind, c.* from k cross join lateral (
    select c.*, count(*) over (partition by c.campaign_id order by c.at ${HOUR_BEFORE}) as ip_count,
      count(*) over (partition by c.campaign_id, c.device_key order by c.at ${HOUR_BEFORE}) as ip_device_count,
      null::bigint as id_count, count(*) over () as read_rows
    from (select ${CLICK_COLUMNS} from clicks c
      where c.project_id = $1::uuid and c.ip = k.ip and not c.imported
        and ${recent('c.clicked_at', day, IP_LOOKBACK_MS)}
      order by c.clicked_at desc limit ${COUNTED_ROWS}) c
    order by c.at desc limit ${COMPARED_PER_ADDRESS}) c
  where k.ip is not null`;

/** The hour before a touch, of the same source; not where it is counted already. */
const hourBefore = (day: Date, { key, unless }: { key: string; unless: string }) => `
  select o.device_key, o.campaign_id from clicks o
  where o.project_id = $1::uuid and ${key} and ${unless} is null and not o.imported
    and o.clicked_at > f.at - interval '1 hour' and o.clicked_at <= f.at
    and ${withinDays('o.clicked_at', day, CLICK_LOOKBACK_MS + HOUR_MS)}
  order by o.clicked_at desc limit ${COUNTED_ROWS}`;

/** One row for each touch, always by the key: a join could read the whole table, as long as it is small. */
function lookUp(table: string, on: string): string {
  const alias = table.split(' ')[1];
  return `left join lateral (select * from ${table} where ${alias}.project_id = $1::uuid and ${on} limit 1) ${alias}
  on true`;
}

/**
 * All touches that could be credited with the conversions of a group, each look-up by an index. $1: the project; $2: the
 * time; then the keys, each of them a click id, an advertising id or an address; where a click is old, the times of the
 * first and the last of the clicks. What no conversion can be looked up by is not looked for.
 */
export function candidateStatement(now: Date, by: LookedUpBy): string {
  const day = new Date(`${dayOf(now)}T00:00:00Z`);
  const bounds =
    by.clickId === 'old'
      ? `c.clicked_at between ${FIRST_CLICK} and ${LAST_CLICK}`
      : withinDays('c.clicked_at', day, CLICK_LOOKBACK_MS);
  const found = [
    ...(by.clickId ? [byClickId(bounds)] : []),
    ...(by.advertisingId ? [byAdvertisingId(day)] : []),
    ...(by.ip ? [byIp(day)] : []),
  ];
  return `
with k as materialized (
  select r.*, $2::timestamptz as asked_at from ${LOOKUP_KEYS.table(3)}
), found as (${found.join('\n  union all')}
)
select ${FOUND}, f.params::text, l.ad_set, l.creative, g.owned_media, g.windows, coalesce(g.deferred_deep_link, g.deep_link) as deep_link,
  u.install_id as used_by, s.campaign_id is not null as is_outlier, coalesce(f.ip_count, ip.touches) as same_ip,
  greatest(coalesce(f.ip_device_count, ip.device_touches), coalesce(f.id_count, id.touches)) as same_device
from found f
${lookUp('links l', 'l.id = f.link_id')}
${lookUp('campaigns g', 'g.id = f.campaign_id')}
${lookUp('touch_uses u', 'u.touch_id = f.id')}
${lookUp('source_flags s', "s.campaign_id = f.campaign_id and s.reason = 'distribution_outlier'")}
cross join lateral (
  select count(*) as touches, count(*) filter (where o.device_key = f.device_key) as device_touches
  from (${hourBefore(day, { key: 'o.ip = f.ip::inet', unless: 'f.ip_count' })}) o
  where o.campaign_id = f.campaign_id
) ip
cross join lateral (
  select count(*) as touches
  from (${hourBefore(day, { key: 'o.advertising_id = f.advertising_id', unless: 'f.id_count' })}) o
  where o.campaign_id = f.campaign_id
) id`;
}
