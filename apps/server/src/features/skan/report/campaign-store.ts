import type { DigitsKept, SkanCampaign } from '@trailmark/core/skan/report/resolve-campaign';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';

/** A campaign that postbacks may be of. */
export interface NamedSkanCampaign extends SkanCampaign {
  name: string;
}

/**
 * Campaigns that carry SKAN ids, archived ones too, and those that network campaigns which forwarded postbacks name
 * were matched to.
 */
export async function listSkanCampaigns(
  db: Db | Tx,
  projectId: string,
  networkCampaignIds: readonly string[],
): Promise<NamedSkanCampaign[]> {
  const { rows } = await sql<NamedSkanCampaign>`
    with matched as (
      select a.campaign_id, array_agg(distinct a.network_campaign_id) as ids
      from network_ads a
      where a.project_id = ${projectId} and a.network_campaign_id = any(${networkCampaignIds}::text[])
        and a.network_ad_set_id = '' and a.network_ad_id = '' and a.campaign_id is not null and not a.ignored
      group by a.campaign_id)
    select c.id as "campaignId", c.name, c.network, c.skan_network_id as "skanNetworkId", c.skan_ids as "skanIds",
      coalesce(m.ids, '{}') as "networkCampaignIds"
    from campaigns c left join matched m on m.campaign_id = c.id
    where c.project_id = ${projectId} and (c.skan_ids <> '{}' or m.ids is not null)`.execute(db);
  return rows;
}

/** Which end of a source identifier the project takes Apple to keep. */
export async function findDigitsKept(db: Db | Tx, projectId: string): Promise<DigitsKept> {
  const row = await db
    .selectFrom('skan_settings')
    .select('digits_kept')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.digits_kept === 'first' ? 'first' : 'last';
}

/** Whether a postback of any verdict was ever received. */
export async function hasPostbacks(tx: Tx, projectId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('skan_postbacks')
    .select('postback_id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
