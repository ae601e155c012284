import type { SkanSource } from '@trailmark/core/skan/report/resolve-campaign';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connection.ts';

/** A source, and the text by which its postbacks are found. */
export interface StoredSource extends SkanSource {
  source: string;
}

const COLUMNS = sql`p.source, p.network_id as "networkId", p.source_identifier as "sourceIdentifier",
  p.campaign_number as "campaignNumber", p.network_campaign_id as "networkCampaignId"`;

/** All sources of what counts. The index leads from each to the next, so that postbacks of one are not read. */
export async function listSources(db: Db | Tx, projectId: string): Promise<StoredSource[]> {
  const { rows } = await sql<StoredSource>`
    with recursive sources as (
      (select ${COLUMNS} from skan_postbacks p where p.project_id = ${projectId} and p.counted
        order by p.source limit 1)
      union all
      select n.* from sources s cross join lateral (
        select ${COLUMNS} from skan_postbacks p
        where p.project_id = ${projectId} and p.counted and p.source > s.source
        order by p.source limit 1) n)
    select * from sources`.execute(db);
  return rows;
}
