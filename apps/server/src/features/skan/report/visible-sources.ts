import { campaignResolver, type SkanSource } from '@trailmark/core/skan/report/resolve-campaign';
import { sql } from 'kysely';
import { type CampaignScope, isInScope } from '../../../access/campaign-scope.ts';
import type { Db } from '../../../db/connection.ts';
import { findDigitsKept, listSkanCampaigns } from './campaign-store.ts';

type Scope = Extract<CampaignScope, { all: false }>;

/** Of these sources those that are certainly of a campaign which exists for a guest. */
export async function sourcesInScope(
  db: Db,
  { projectId, scope }: { projectId: string; scope: Scope },
  sources: readonly SkanSource[],
): Promise<SkanSource[]> {
  const own = sources.flatMap(({ networkCampaignId }) => networkCampaignId ?? []);
  const campaigns = await listSkanCampaigns(db, projectId, [...new Set(own)]);
  const resolve = campaignResolver(campaigns, await findDigitsKept(db, projectId));
  return sources.filter((source) => {
    const found = resolve(source);
    return found.state === 'resolved' && isInScope(scope, found.campaignId);
  });
}

/** Where the postbacks that exist for a guest were advertised. Only what counts is certainly of a campaign. */
export async function listVisibleSources(db: Db, projectId: string, scope: Scope): Promise<SkanSource[]> {
  if (scope.campaigns.length === 0) return [];
  const { rows } = await sql<SkanSource>`
    select distinct p.network_id as "networkId", p.source_identifier as "sourceIdentifier",
      p.campaign_number as "campaignNumber", p.network_campaign_id as "networkCampaignId"
    from skan_postbacks p where p.project_id = ${projectId} and p.counted`.execute(db);
  return await sourcesInScope(db, { projectId, scope }, rows);
}
