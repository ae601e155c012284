import { campaignResolver, type SkanSource } from '@trailmark/core/skan/report/resolve-campaign';
import { type CampaignScope, isInScope } from '../../../access/campaign-scope.ts';
import type { Db } from '../../../db/connection.ts';
import { projectDb } from '../../../db/project-db.ts';
import { findDigitsKept, listSkanCampaigns } from './campaign-store.ts';
import { listSources, type StoredSource } from './list-sources.ts';

type Scope = Extract<CampaignScope, { all: false }>;

/** Of these sources those that are certainly of a campaign which exists for a guest. */
export async function sourcesInScope<Source extends SkanSource>(
  db: Db,
  { projectId, scope }: { projectId: string; scope: Scope },
  sources: readonly Source[],
): Promise<Source[]> {
  const own = sources.flatMap(({ networkCampaignId }) => networkCampaignId ?? []);
  const campaigns = await listSkanCampaigns(db, projectId, [...new Set(own)]);
  const resolve = campaignResolver(campaigns, await findDigitsKept(db, projectId));
  return sources.filter((source) => {
    const found = resolve(source);
    return found.state === 'resolved' && isInScope(scope, found.campaignId);
  });
}

/** Where the postbacks that exist for a guest were advertised. Only what counts is certainly of a campaign. */
export async function listVisibleSources(db: Db, projectId: string, scope: Scope): Promise<StoredSource[]> {
  if (scope.campaigns.length === 0) return [];
  const sources = await listSources(await projectDb(db, projectId), projectId);
  return await sourcesInScope(db, { projectId, scope }, sources);
}
