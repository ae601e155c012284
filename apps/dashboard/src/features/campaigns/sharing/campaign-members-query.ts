import { queryOptions } from '@tanstack/react-query';
import { listCampaignMembers } from '@trailmark/contract/sharing';
import { call } from '../../../api/client.ts';
import { campaignsKey } from '../campaigns-query.ts';

export function campaignMembersQuery(projectId: string, campaignId: string) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'members', campaignId],
    queryFn: () => call(listCampaignMembers, { query: { project_id: projectId, campaign_id: campaignId } }),
  });
}
