import type { NetworkKind } from '@trailmark/contract/network-accounts';
import type { NetworkAd } from '@trailmark/contract/network-spend';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';

/** How far back their numbers are shown. */
const SHOWN_DAYS = 30;

export interface AdsQuery {
  projectId: string;
  kind: NetworkKind | undefined;
  state: 'unmatched' | 'matched' | 'ignored' | 'all';
  /** Given: its ad sets and ads. */
  campaignId: string | undefined;
  after: AdPosition | null;
  limit: number;
  now: Date;
}

/** The place of an ad in the list: what costs most comes first. */
export interface AdPosition {
  spend: string;
  key: string;
}

interface AdRow {
  kind: NetworkKind;
  ad_account_id: string;
  account_name: string | null;
  network_campaign_id: string;
  network_ad_set_id: string;
  network_ad_id: string;
  name: string;
  campaign_parent: string | null;
  ad_set_parent: string | null;
  campaign_id: string | null;
  campaign_name: string | null;
  link_id: string | null;
  link_name: string | null;
  matched_by: 'hand' | 'click' | 'name' | null;
  ignored: boolean;
  currency: string | null;
  spend: string;
  impressions: number;
  clicks: number;
  installs: string;
  key: string;
}

const STATES = {
  unmatched: sql`a.campaign_id is null and not a.ignored`,
  matched: sql`a.campaign_id is not null`,
  ignored: sql`a.ignored`,
  all: sql`true`,
};

const firstDay = (now: Date) =>
  later(now, -SHOWN_DAYS * DAY_MS)
    .toISOString()
    .slice(0, 10);

/** Numbers of the last days; an account has one currency. */
const numbers = (projectId: string, now: Date) => sql`
  select max(d.currency) as currency, coalesce(sum(d.spend), 0) as spend,
    coalesce(sum(d.impressions), 0)::float8 as impressions, coalesce(sum(d.clicks), 0)::float8 as clicks,
    coalesce(sum(d.installs), 0) as installs
  from network_ad_days d
  where d.project_id = ${projectId} and d.kind = a.kind and d.ad_account_id = a.ad_account_id
    and d.network_campaign_id = a.network_campaign_id
    and a.network_ad_set_id in ('', d.network_ad_set_id) and a.network_ad_id in ('', d.network_ad_id)
    and d.day >= ${firstDay(now)}::date`;

export async function listAds(db: Db, query: AdsQuery): Promise<(AdRow & AdPosition)[]> {
  const { projectId, kind, campaignId, after, now } = query;
  const { rows } = await sql<AdRow>`
    select r.* from (
      select a.kind, a.ad_account_id, a.network_campaign_id, a.network_ad_set_id, a.network_ad_id, a.name,
        up.name as campaign_parent, mid.name as ad_set_parent, a.campaign_id, c.name as campaign_name, a.link_id,
        l.name as link_name, a.matched_by, a.ignored, n.currency, n.impressions, n.clicks,
        trim_scale(n.spend)::text as spend, n.spend as spend_number, trim_scale(n.installs)::text as installs,
        (select min(x.name) from network_accounts x where x.project_id = ${projectId} and x.kind = a.kind
          and split_part(x.external_id, '/', 1) = a.ad_account_id) as account_name,
        concat_ws('/', a.kind, a.ad_account_id, a.network_campaign_id, a.network_ad_set_id, a.network_ad_id) as key
      from network_ads a
      cross join lateral (${numbers(projectId, now)}) n
      left join network_ads up on up.project_id = ${projectId} and up.kind = a.kind
        and up.ad_account_id = a.ad_account_id and up.network_campaign_id = a.network_campaign_id
        and up.network_ad_set_id = '' and a.network_ad_set_id <> ''
      left join network_ads mid on mid.project_id = ${projectId} and mid.kind = a.kind
        and mid.ad_account_id = a.ad_account_id and mid.network_campaign_id = a.network_campaign_id
        and mid.network_ad_set_id = a.network_ad_set_id and mid.network_ad_id = '' and a.network_ad_id <> ''
      left join campaigns c on c.project_id = ${projectId} and c.id = a.campaign_id
      left join links l on l.project_id = ${projectId} and l.id = a.link_id
      where a.project_id = ${projectId} and ${STATES[query.state]}
        and ${kind ? sql`a.kind = ${kind}` : sql`true`}
        and ${campaignId === undefined ? sql`a.network_ad_set_id = ''` : sql`a.network_campaign_id = ${campaignId} and a.network_ad_set_id <> ''`}
    ) r
    where ${after ? sql`(r.spend_number, r.key) < (${after.spend}::numeric, ${after.key})` : sql`true`}
    order by r.spend_number desc, r.key desc limit ${query.limit}`.execute(db);
  return rows;
}

/** Campaigns that cost something lately and belong to none of ours. */
export async function countUnmatched(db: Db, projectId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from network_ads a
    where a.project_id = ${projectId} and a.network_ad_set_id = '' and a.campaign_id is null and not a.ignored
      and exists (select from network_ad_days d where d.project_id = ${projectId} and d.kind = a.kind
        and d.ad_account_id = a.ad_account_id and d.network_campaign_id = a.network_campaign_id
        and d.day >= ${firstDay(now)}::date and d.spend > 0)`.execute(db);
  return rows[0]?.count ?? 0;
}

const levelOf = (row: AdRow): NetworkAd['level'] =>
  row.network_ad_id ? 'ad' : row.network_ad_set_id ? 'ad_set' : 'campaign';

export const presentAd = (row: AdRow): NetworkAd => ({
  kind: row.kind,
  ad_account_id: row.ad_account_id,
  account_name: row.account_name ?? row.ad_account_id,
  level: levelOf(row),
  network_campaign_id: row.network_campaign_id,
  name: row.name,
  network_ad_set_id: row.network_ad_set_id || null,
  network_ad_id: row.network_ad_id || null,
  parents: [row.campaign_parent, row.ad_set_parent].filter((name) => name !== null),
  campaign: row.campaign_id === null ? null : { campaign_id: row.campaign_id, name: row.campaign_name ?? '' },
  link: row.link_id === null ? null : { link_id: row.link_id, name: row.link_name ?? '' },
  matched_by: row.matched_by,
  ignored: row.ignored,
  spent: row.currency === null ? [] : [{ amount: row.spend, currency: row.currency }],
  impressions: row.impressions,
  clicks: row.clicks,
  installs: row.installs,
});
