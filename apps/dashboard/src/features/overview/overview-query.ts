import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '@trailmark/contract/call';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { usualColumns } from '@trailmark/contract/metrics';
import type { Platform } from '@trailmark/contract/projects';
import { getStats } from '@trailmark/contract/stats';
import { getWebTraffic } from '@trailmark/contract/web-traffic';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import { overviewMetrics } from '../../report/headline-metrics.ts';
import { withSamples } from '../../report/judge-value.ts';
import type { MetricFilter } from '../../report/metric-filter.ts';
import type { ReportQuery } from '../../report/use-report-range.ts';

export const TOP_CAMPAIGNS = 6;
/** What top campaigns have most of. */
export const RANKED_BY = 'installs';

export function statsInput(query: ReportQuery & MetricFilter, platform: Platform): Input<typeof getStats> {
  return { query: { ...query, metrics: overviewMetrics(platform).join('|') } };
}

export function statsQuery(query: ReportQuery & MetricFilter, platform: Platform) {
  return queryOptions({
    queryKey: [...projectQuery(query.project_id).queryKey, 'stats', query],
    queryFn: () => call(getStats, statsInput(query, platform)),
    // The old numbers stay until the next ones are there.
    placeholderData: keepPreviousData,
  });
}

export function webTrafficQuery({ project_id, from, to }: ReportQuery, filter: MetricFilter) {
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'web-traffic', from, to, filter],
    queryFn: () => call(getWebTraffic, { query: { project_id, from, to, ...filter } }),
    placeholderData: keepPreviousData,
  });
}

interface OfProject {
  platform: Platform;
  filter: MetricFilter;
}

export function topCampaignsInput(
  report: ReportQuery,
  { platform, filter }: OfProject,
): Input<typeof listCampaigns> {
  return {
    query: {
      ...report,
      ...filter,
      columns: withSamples(usualColumns(platform)).join('|'),
      sort: RANKED_BY,
      order: 'desc',
      limit: TOP_CAMPAIGNS,
    },
  };
}

export function topCampaignsQuery(report: ReportQuery, { platform, filter }: OfProject) {
  return queryOptions({
    // Under the key of all lists of campaigns: a change there refreshes this one too.
    queryKey: [...projectQuery(report.project_id).queryKey, 'campaigns', 'top', report, filter],
    queryFn: () => call(listCampaigns, topCampaignsInput(report, { platform, filter })),
    placeholderData: keepPreviousData,
  });
}
