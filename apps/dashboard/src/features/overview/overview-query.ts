import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { USUAL_COLUMNS } from '@trailmark/contract/metrics';
import { getStats } from '@trailmark/contract/stats';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import { KPIS, TREND_METRICS } from '../../report/headline-metrics.ts';
import type { ReportQuery } from '../../report/use-report-range.ts';

/** Metrics that the overview loads. */
const OVERVIEW_METRICS = [
  ...new Set([
    ...KPIS,
    ...TREND_METRICS,
    ...['paid_installs', 'owned_installs', 'organic_installs', 'reinstalls', 'suspicious_installs'],
    // Shown with the ratios that are made of it.
    'attributed_revenue',
  ]),
];

export const TOP_CAMPAIGNS = 6;

export function statsQuery(query: ReportQuery) {
  return queryOptions({
    queryKey: [...projectQuery(query.project_id).queryKey, 'stats', query],
    queryFn: () => call(getStats, { query: { ...query, metrics: OVERVIEW_METRICS.join('|') } }),
    // The old numbers stay until the next ones are there.
    placeholderData: keepPreviousData,
  });
}

export function topCampaignsQuery({ project_id, from, to }: ReportQuery) {
  return queryOptions({
    // Under the key of all lists of campaigns: a change there refreshes this one too.
    queryKey: [...projectQuery(project_id).queryKey, 'campaigns', 'top', from, to],
    queryFn: () =>
      call(listCampaigns, {
        query: {
          project_id,
          from,
          to,
          columns: USUAL_COLUMNS.join('|'),
          sort: 'installs',
          order: 'desc',
          limit: TOP_CAMPAIGNS,
        },
      }),
    placeholderData: keepPreviousData,
  });
}
