import type { AttributionWindows } from '@trailmark/contract/windows';
import type { FoundBy, Touch, TouchPlatform } from '@trailmark/core/attribution/decision';
import { resolveWindows } from '@trailmark/core/attribution/windows';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { ProjectConfig } from '../../pipeline/group.ts';
import { runPrepared } from '../../pipeline/run-prepared.ts';
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts';

/** Longer ago than any window reaches: a receipt also names what came a little too early. */
const CLICK_LOOKBACK_MS = 30 * DAY_MS + HOUR_MS;
const VIEW_LOOKBACK_MS = 7 * DAY_MS + HOUR_MS;
const IP_LOOKBACK_MS = 24 * HOUR_MS + HOUR_MS;
const MOST_PER_KEY = 20;

/** What touches are looked up by. `n` tells the conversions of a group apart; one may have several keys. */
export interface LookupKey {
  n: number;
  project_id: string;
  click_id: string | null;
  clicked_at: Date | null;
  link_id: string | null;
  found_by: FoundBy | null;
  advertising_id: string | null;
  ip: string | null;
}

interface TouchRow {
  n: number;
  found_by: FoundBy;
  kind: 'click' | 'view';
  project_id: string;
  id: string;
  at: Date;
  link_id: string;
  campaign_id: string;
  network: string;
  platform: string | null;
  ip: string | null;
  advertising_id: string | null;
  os_version: string | null;
  model: string | null;
  language: string | null;
  ad_set: string | null;
  creative: string | null;
  owned_media: boolean | null;
  windows: Partial<AttributionWindows> | null;
  used_by: string | null;
  same_device: number;
  same_ip: number;
  is_outlier: boolean;
}

const CLICK_COLUMNS = sql`c.project_id, c.id, c.clicked_at as at, c.link_id, c.campaign_id, c.network, c.platform,
  host(c.ip) as ip, c.advertising_id, c.os_version, c.model, c.language, c.device_key`;

/** Of the same source, in the hour before a touch. */
const BUSY = sql`o.campaign_id = f.campaign_id and not o.imported
  and o.clicked_at > f.at - interval '1 hour' and o.clicked_at <= f.at`;

/** All touches that could have brought these conversions, each look-up by an index. */
async function findRows(tx: Tx, keys: LookupKey[], now: Date): Promise<TouchRow[]> {
  const clickTimes = keys.flatMap(({ clicked_at }) => (clicked_at ? [clicked_at.getTime()] : []));
  const firstClick = new Date(clickTimes.length > 0 ? Math.min(...clickTimes) : now.getTime());
  const lastClick = new Date(clickTimes.length > 0 ? Math.max(...clickTimes) : now.getTime());
  // Known before the search begins, so that few partitions are opened.
  const recent = sql`o.clicked_at > ${later(now, -CLICK_LOOKBACK_MS - HOUR_MS)} and o.clicked_at <= ${now}`;
  const statement = sql<TouchRow>`
    with k as (
      select * from json_to_recordset(${JSON.stringify(keys)}::json) as k (n int, project_id uuid, click_id uuid,
        clicked_at timestamptz, link_id uuid, found_by text, advertising_id text, ip inet)
    ), found as (
      select k.n, k.found_by, 'click' as kind, k.project_id, k.click_id as id, k.clicked_at as at, k.link_id,
        l.campaign_id, coalesce(c.network, g.network) as network, c.platform, host(c.ip) as ip, c.advertising_id,
        c.os_version, c.model, c.language, c.device_key
      from k
      join links l on l.project_id = k.project_id and l.id = k.link_id
      join campaigns g on g.project_id = l.project_id and g.id = l.campaign_id
      left join clicks c on c.project_id = k.project_id and c.id = k.click_id and c.clicked_at = k.clicked_at
        and c.clicked_at between ${firstClick} and ${lastClick}
      where k.click_id is not null
      union all
      select k.n, 'advertising_id', 'click', c.* from k cross join lateral (
        select ${CLICK_COLUMNS} from clicks c
        where c.project_id = k.project_id and c.advertising_id = k.advertising_id and not c.imported
          and c.clicked_at > ${later(now, -CLICK_LOOKBACK_MS)} and c.clicked_at <= ${now}
        order by c.clicked_at desc limit ${MOST_PER_KEY}) c
      where k.advertising_id is not null
      union all
      select k.n, 'ip', 'click', c.* from k cross join lateral (
        select ${CLICK_COLUMNS} from clicks c
        where c.project_id = k.project_id and c.ip = k.ip and not c.imported
          and c.clicked_at > ${later(now, -IP_LOOKBACK_MS)} and c.clicked_at <= ${now}
        order by c.clicked_at desc limit ${MOST_PER_KEY}) c
      where k.ip is not null
      union all
      select k.n, 'advertising_id', 'view', v.* from k cross join lateral (
        select v.project_id, v.id, v.viewed_at as at, v.link_id, v.campaign_id, v.network, v.platform,
          host(v.ip), v.advertising_id, null, null, null, v.device_key
        from impressions v
        where v.project_id = k.project_id and v.advertising_id = k.advertising_id and not v.imported
          and v.viewed_at > ${later(now, -VIEW_LOOKBACK_MS)} and v.viewed_at <= ${now}
        order by v.viewed_at desc limit ${MOST_PER_KEY}) v
      where k.advertising_id is not null
    )
    select f.*, l.ad_set, l.creative, g.owned_media, g.windows, u.install_id as used_by,
      s.campaign_id is not null as is_outlier, busy.same_device, busy.same_ip
    from found f
    left join links l on l.project_id = f.project_id and l.id = f.link_id
    left join campaigns g on g.project_id = f.project_id and g.id = f.campaign_id
    left join touch_uses u on u.project_id = f.project_id and u.touch_id = f.id
    left join source_flags s on s.project_id = f.project_id and s.campaign_id = f.campaign_id
      and s.reason = 'distribution_outlier'
    cross join lateral (
      select count(*) filter (where o.by_ip) as same_ip,
        greatest(count(*) filter (where o.by_ip and o.device_key = f.device_key),
          count(*) filter (where not o.by_ip)) as same_device
      from (
        (select o.device_key, true as by_ip from clicks o
        where o.project_id = f.project_id and o.ip = f.ip::inet and ${BUSY} and ${recent} limit 1000)
        union all
        (select o.device_key, false from clicks o
        where o.project_id = f.project_id and o.advertising_id = f.advertising_id and ${BUSY} and ${recent}
        limit 1000)) o
    ) busy`;
  // The plan is kept: it must not read a day as a whole because there was little of it when it was made.
  await sql`set local enable_seqscan = off`.execute(tx);
  return (await runPrepared(tx, statement)).rows;
}

interface Context {
  project: ProjectConfig;
  isRelay(ip: string | null): boolean;
}

function asTouch(row: TouchRow, { project, isRelay }: Context): Touch {
  const { windows, networkWindows } = project.rules;
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    campaignId: row.campaign_id,
    linkId: row.link_id,
    network: row.network,
    adSet: row.ad_set,
    creative: row.creative,
    ownedMedia: row.owned_media ?? false,
    platform: (row.platform ?? 'other') as TouchPlatform,
    foundBy: [row.found_by],
    ip: row.ip,
    advertisingId: row.advertising_id,
    osVersion: row.os_version,
    model: row.model,
    language: row.language,
    isRelay: isRelay(row.ip),
    windows: resolveWindows(windows, networkWindows[row.network], row.windows ?? undefined),
    usedBy: row.used_by,
    sameDeviceTouches: row.same_device,
    sameIpTouches: row.same_ip,
    isForged: false,
    isOutlier: row.is_outlier,
  };
}

/** The touches of each conversion; one that is found in several ways is one touch. */
export async function findCandidates(
  tx: Tx,
  keys: LookupKey[],
  { now, contextOf }: { now: Date; contextOf(n: number): Context },
): Promise<Map<number, Touch[]>> {
  const found = new Map<number, Map<string, Touch>>();
  if (keys.length === 0) return new Map();
  for (const row of await findRows(tx, keys, now)) {
    const touches = found.get(row.n) ?? new Map<string, Touch>();
    found.set(row.n, touches);
    const known = touches.get(row.id);
    if (!known) touches.set(row.id, asTouch(row, contextOf(row.n)));
    else if (!known.foundBy.includes(row.found_by)) known.foundBy.push(row.found_by);
  }
  return new Map([...found].map(([n, touches]) => [n, [...touches.values()]]));
}
