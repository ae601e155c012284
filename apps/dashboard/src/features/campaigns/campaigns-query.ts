import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCampaign, listCampaigns } from '@trailmark/contract/campaigns';
import {
  type CampaignDraft,
  listLinks,
  previewDraft,
  previewTarget,
  type VisitorPlatform,
} from '@trailmark/contract/links';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import { type CampaignFilters, STATUS_FILTER } from './campaign-filters.ts';

const PAGE_ROWS = 50;

/** Everything that is cached about campaigns and their links has a key that starts with this one. */
export function campaignsKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'campaigns'];
}

export function campaignsQuery(projectId: string, { status, search, network }: CampaignFilters) {
  return infiniteQueryOptions({
    queryKey: [...campaignsKey(projectId), 'list', status, search, network],
    queryFn: ({ pageParam }) =>
      call(listCampaigns, {
        query: {
          project_id: projectId,
          filter: STATUS_FILTER[status],
          search: search || undefined,
          network: network ?? undefined,
          cursor: pageParam ?? undefined,
          limit: PAGE_ROWS,
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export function campaignQuery(projectId: string, campaignId: string) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'one', campaignId],
    queryFn: () => call(getCampaign, { query: { project_id: projectId, campaign_id: campaignId } }),
  });
}

export function linksQuery(projectId: string, campaignId: string) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'links', campaignId],
    queryFn: () => call(listLinks, { query: { project_id: projectId, campaign_id: campaignId } }),
  });
}

export interface Visitor {
  platform: VisitorPlatform;
  inApp: boolean;
}

export function previewQuery(projectId: string, campaignId: string, { platform, inApp }: Visitor) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'preview', campaignId, platform, inApp],
    queryFn: () =>
      call(previewTarget, {
        body: { project_id: projectId, campaign_id: campaignId, platform, in_app: inApp },
      }),
  });
}

export function draftQuery(
  projectId: string,
  draft: z.input<typeof CampaignDraft>,
  visitors: readonly Visitor[],
) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'draft', draft],
    // The old answer stays until the next one is there, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
    queryFn: () =>
      call(previewDraft, {
        body: {
          project_id: projectId,
          draft,
          visitors: visitors.map(({ platform, inApp }) => ({ platform, in_app: inApp })),
        },
      }),
  });
}
