import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { DAY_MS, later } from '../../../platform/clock.ts';
import type { NetworkCampaign } from './count-network-spend.ts';
import type { ImportKey } from './import-store.ts';

const DAYS = 2;
/** Enough to see which ad leads to which link. */
const MOST_CLICKS = 50_000;

/** Clicks that came with the network's ids, which its macros put into the link. */
const clicksWithIds = (now: Date, { projectId, kind }: ImportKey) => sql`
  select c.campaign_id, c.link_id, c.params ->> 'campaign_id' as network_campaign_id,
    coalesce(c.params ->> 'adset_id', '') as network_ad_set_id, coalesce(c.params ->> 'ad_id', '') as network_ad_id
  from clicks c
  where c.project_id = ${projectId} and c.network = ${kind} and c.clicked_at > ${later(now, -DAYS * DAY_MS)}
    and c.params ->> 'campaign_id' is not null
  limit ${MOST_CLICKS}`;

/**
 * Campaigns, ad sets and ads that belong to nobody yet are those of the link that their clicks come to; where clicks
 * come to several campaigns, a person has to say it. Gives the campaigns of what was learned.
 */
export async function learnFromClicks(tx: Tx, now: Date, key: ImportKey): Promise<NetworkCampaign[]> {
  const { projectId, kind, adAccountId } = key;
  const unmatched = sql`a.project_id = ${projectId} and a.kind = ${kind} and a.ad_account_id = ${adAccountId}
    and a.campaign_id is null and a.matched_by is null and not a.ignored`;
  const { rows } = await sql`select from network_ads a where ${unmatched} limit 1`.execute(tx);
  if (rows.length === 0) return [];
  const learned =
    await sql<NetworkCampaign>`update network_ads a set campaign_id = l.campaign_id, link_id = l.link_id, matched_by = 'click',
      updated_at = ${now}
    from (
      select network_campaign_id, coalesce(network_ad_set_id, '') as network_ad_set_id,
        coalesce(network_ad_id, '') as network_ad_id, (array_agg(campaign_id))[1] as campaign_id,
        case when count(distinct link_id) = 1 then (array_agg(link_id))[1] end as link_id
      from (${clicksWithIds(now, key)}) c
      group by grouping sets ((network_campaign_id), (network_campaign_id, network_ad_set_id),
        (network_campaign_id, network_ad_set_id, network_ad_id))
      having count(distinct campaign_id) = 1
        -- Clicks without an id of a level say nothing about the level above it.
        and (grouping(network_ad_set_id) = 1 or network_ad_set_id <> '')
        and (grouping(network_ad_id) = 1 or network_ad_id <> '')) l
    where ${unmatched} and a.network_campaign_id = l.network_campaign_id
      and a.network_ad_set_id = l.network_ad_set_id and a.network_ad_id = l.network_ad_id
    returning a.ad_account_id, a.network_campaign_id`.execute(tx);
  return learned.rows;
}
