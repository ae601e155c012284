import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCampaignDetails } from '@trailmark/contract/campaign-report';
import type { Platform } from '@trailmark/contract/projects';
import type { z } from 'zod';
import { call } from '../../../api/client.ts';
import { reportMetrics } from '../../../report/headline-metrics.ts';
import { withSamples } from '../../../report/judge-value.ts';
import type { ReportQuery } from '../../../report/use-report-range.ts';
import { campaignsKey } from '../campaigns-query.ts';

export type CampaignDetails = z.infer<typeof getCampaignDetails.response>;

interface CampaignDetailsQuery extends ReportQuery {
  campaign_id: string;
}

export function campaignDetailsQuery(query: CampaignDetailsQuery, platform: Platform) {
  const metrics = withSamples(reportMetrics(platform)).join('|');
  return queryOptions({
    queryKey: [...campaignsKey(query.project_id), 'details', query],
    queryFn: () => call(getCampaignDetails, { query: { ...query, metrics } }),
    placeholderData: keepPreviousData,
  });
}
