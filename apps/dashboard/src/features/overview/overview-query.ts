import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listCampaigns } from '@trailmark/contract/campaign-report';
import { USUAL_COLUMNS } from '@trailmark/contract/metrics';
import type { Comparison } from '@trailmark/contract/report-filter';
import { getStats } from '@trailmark/contract/stats';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';
import { KPIS, TREND_METRICS } from '../../report/headline-metrics.ts';

interface Asked {
  project_id: string;
  from: string;
  to: string;
  compare: Comparison;
}

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

export function statsQuery(asked: Asked) {
  return queryOptions({
    queryKey: [...projectQuery(asked.project_id).queryKey, 'stats', asked],
    queryFn: () => call(getStats, { query: { ...asked, metrics: OVERVIEW_METRICS.join('|') } }),
    // The old numbers stay until the next ones are there.
    placeholderData: keepPreviousData,
  });
}

export function topCampaignsQuery({ project_id, from, to }: Asked) {
  return queryOptions({
    // Beside the other lists of campaigns: what is changed there is asked anew here.
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
