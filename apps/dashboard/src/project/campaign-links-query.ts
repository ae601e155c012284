import { queryOptions } from '@tanstack/react-query';
import { listLinks } from '@trailmark/contract/links';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

/** The links of a campaign; whatever changes campaigns makes them stale too. */
export function linksQuery(projectId: string, campaignId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'campaigns', 'links', campaignId],
    queryFn: () => call(listLinks, { query: { project_id: projectId, campaign_id: campaignId } }),
  });
}
