import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getFirstClick, isChangeSort, listCampaigns } from '@trailmark/contract/campaign-report';
import { getCampaign } from '@trailmark/contract/campaigns';
import {
  type CampaignDraft,
  previewDraft,
  previewTarget,
  type VisitorPlatform,
} from '@trailmark/contract/links';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import { withSamples } from '../../report/judge-value.ts';
import type { ReportQuery } from '../../report/use-report-range.ts';
import { type TableState, tableFilterParams } from './table/table-state.ts';

/** Few enough to come quickly, so many that scrolling does not outrun them. */
const PAGE_ROWS = 200;

/** Everything that is cached about campaigns and their links has a key that starts with this one. */
export function campaignsKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'campaigns'];
}

export interface CampaignTableQuery {
  project_id: string;
  from: string;
  to: string;
  compare: string;
  state: TableState;
  columns: readonly string[];
}

/** Changes need a period to compare with, whether they are shown or sorted by. */
function comparison({ changes, sort }: TableState, compare: string): string {
  if (!changes && !isChangeSort(sort)) return 'none';
  return compare === 'none' && isChangeSort(sort) ? 'previous' : compare;
}

/** The days and filters of the table, as the calls take them. */
export function tableParams({ state, columns, compare, ...report }: CampaignTableQuery) {
  return {
    ...report,
    compare: comparison(state, compare),
    ...tableFilterParams(state, columns),
  };
}

export function tableQuery(table: CampaignTableQuery) {
  const params = tableParams({ ...table, columns: withSamples(table.columns) });
  return infiniteQueryOptions({
    queryKey: [...campaignsKey(table.project_id), 'table', params],
    queryFn: ({ pageParam }) =>
      call(listCampaigns, { query: { ...params, cursor: pageParam ?? undefined, limit: PAGE_ROWS } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

const MOST_AD_SETS = 100;

/** The ad sets of one campaign, with the same metrics of the same days. */
export function adSetsQuery(table: CampaignTableQuery, campaignId: string) {
  const loaded = { ...table, columns: withSamples(table.columns) };
  const { filter: _, having: __, search: ___, ...params } = tableParams(loaded);
  const query = { ...params, filter: 'ALL' as const, group_by: 'ad_set' as const, campaigns: campaignId };
  return queryOptions({
    queryKey: [...campaignsKey(table.project_id), 'ad-sets', query],
    queryFn: () => call(listCampaigns, { query: { ...query, limit: MOST_AD_SETS } }),
    placeholderData: keepPreviousData,
  });
}

export const LINK_METRICS = ['clicks', 'installs', 'roas'] as const;
const MOST_LINKS = 500;

/** Metrics of the links of a campaign, by the id of the link. */
export function linkMetricsQuery(report: ReportQuery, campaignId: string) {
  const { project_id, from, to } = report;
  return queryOptions({
    queryKey: [...campaignsKey(project_id), 'link-metrics', campaignId, from, to],
    queryFn: async () => {
      const { groups } = await call(listCampaigns, {
        query: {
          project_id,
          from,
          to,
          campaigns: campaignId,
          filter: 'ALL',
          group_by: 'link',
          columns: withSamples(LINK_METRICS).join('|'),
          limit: MOST_LINKS,
        },
      });
      return new Map(groups.map(({ key, values }) => [key.slice(key.indexOf(':') + 1), values]));
    },
    placeholderData: keepPreviousData,
  });
}

export function campaignQuery(projectId: string, campaignId: string) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'one', campaignId],
    queryFn: () => call(getCampaign, { query: { project_id: projectId, campaign_id: campaignId } }),
  });
}

const LOOK_EVERY_MS = 2000;

/** The day of a campaign's first click. While there is none, the server is asked again and again. */
export function firstClickQuery(projectId: string, campaignId: string) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'first-click', campaignId],
    queryFn: async () => {
      const query = { project_id: projectId, campaign_id: campaignId };
      return (await call(getFirstClick, { query })).first_click_on;
    },
    refetchInterval: ({ state }) => (state.data === null ? LOOK_EVERY_MS : false),
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
  which: { project_id: string; campaign_id: string | undefined },
  draft: z.input<typeof CampaignDraft>,
  visitors: readonly Visitor[],
) {
  return queryOptions({
    queryKey: [...campaignsKey(which.project_id), 'draft', which.campaign_id, draft],
    // The old answer stays until the next one is there, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
    queryFn: () =>
      call(previewDraft, {
        body: {
          ...which,
          draft,
          visitors: visitors.map(({ platform, inApp }) => ({ platform, in_app: inApp })),
        },
      }),
  });
}
