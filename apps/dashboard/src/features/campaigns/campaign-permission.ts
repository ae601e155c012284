import { queryOptions, useQuery } from '@tanstack/react-query';
import { getCampaignPermission } from '@trailmark/contract/sharing';
import { createContext, use } from 'react';
import { call } from '../../api/client.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { campaignsKey } from './campaigns-query.ts';

function permissionQuery(projectId: string, campaignId: string) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'permission', campaignId],
    queryFn: () => call(getCampaignPermission, { query: { project_id: projectId, campaign_id: campaignId } }),
  });
}

/** What one may do with a campaign: by one's role, and as a guest by what is shared. */
export function useCampaignPermission(campaignId: string): { edit: boolean; share: boolean } {
  const { project_id } = useProject();
  const may = useMay();
  const { data } = useQuery(permissionQuery(project_id, campaignId));
  // Until it is known, the role decides: only a guest can be allowed more than the role says.
  return data ?? { edit: may('campaigns.edit'), share: may('campaigns.share') };
}

/** Whether the campaign that is open may be changed. */
export const MayEditCampaign = createContext(false);

export function useMayEditCampaign(): boolean {
  return use(MayEditCampaign);
}
