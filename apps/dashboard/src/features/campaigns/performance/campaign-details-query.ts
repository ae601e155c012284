import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCampaignDetails } from '@trailmark/contract/campaign-report';
import { USUAL_COLUMNS } from '@trailmark/contract/metrics';
import type { Comparison } from '@trailmark/contract/report-filter';
import type { z } from 'zod';
import { call } from '../../../api/client.ts';
import { KPIS, TREND_METRICS } from '../../../report/headline-metrics.ts';
import { campaignsKey } from '../campaigns-query.ts';

export type CampaignDetails = z.infer<typeof getCampaignDetails.response>;

interface Asked {
  project_id: string;
  campaign_id: string;
  from: string;
  to: string;
  compare: Comparison;
}

const METRICS = [...new Set([...KPIS, ...TREND_METRICS, ...USUAL_COLUMNS])].join('|');

export function campaignDetailsQuery(asked: Asked) {
  return queryOptions({
    queryKey: [...campaignsKey(asked.project_id), 'details', asked],
    queryFn: () => call(getCampaignDetails, { query: { ...asked, metrics: METRICS } }),
    placeholderData: keepPreviousData,
  });
}
