import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCampaignDetails } from '@trailmark/contract/campaign-report';
import { USUAL_COLUMNS } from '@trailmark/contract/metrics';
import type { z } from 'zod';
import { call } from '../../../api/client.ts';
import { KPIS, TREND_METRICS } from '../../../report/headline-metrics.ts';
import type { ReportQuery } from '../../../report/use-report-range.ts';
import { campaignsKey } from '../campaigns-query.ts';

export type CampaignDetails = z.infer<typeof getCampaignDetails.response>;

interface CampaignDetailsQuery extends ReportQuery {
  campaign_id: string;
}

const METRICS = [...new Set([...KPIS, ...TREND_METRICS, ...USUAL_COLUMNS])].join('|');

export function campaignDetailsQuery(query: CampaignDetailsQuery) {
  return queryOptions({
    queryKey: [...campaignsKey(query.project_id), 'details', query],
    queryFn: () => call(getCampaignDetails, { query: { ...query, metrics: METRICS } }),
    placeholderData: keepPreviousData,
  });
}
