import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '@trailmark/contract/campaigns';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { KpiStrip } from '../../../report/kpi-strip.tsx';
import { MetricSheetProvider } from '../../../report/metric-sheet-provider.tsx';
import { ReportNotices } from '../../../report/report-notices.tsx';
import { TrendCard } from '../../../report/trend-card.tsx';
import { useReportQuery } from '../../../report/use-report-range.ts';
import { UsualCpiProvider } from '../../../report/usual-cpi.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { CampaignBreakdown } from './campaign-breakdown.tsx';
import { campaignDetailsQuery } from './campaign-details-query.ts';
import { CampaignEvents } from './campaign-events.tsx';
import { CampaignFunnel } from './campaign-funnel.tsx';

type OfCampaign = Pick<Campaign, 'campaign_id' | 'name'>;

/** How did this campaign do? */
export function PerformanceTab({ campaign }: { campaign: OfCampaign }) {
  const { campaign_id, name } = campaign;
  const { platform } = useProject();
  const reportQuery = useReportQuery();
  const query = useQuery(campaignDetailsQuery({ ...reportQuery, campaign_id }, platform));
  if (query.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the numbers" query={query} />
      </Card>
    );
  }
  const details = query.data ?? null;
  const filter = { campaigns: campaign_id };
  return (
    <MetricSheetProvider>
      <UsualCpiProvider>
        <ReportNotices report={query.data} />
        <div
          aria-busy={query.isFetching}
          className={cn('grid gap-4 transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          <KpiStrip stats={details} of={name} filter={filter} />
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
            <TrendCard stats={details} isWhole={false} of={name} filter={filter} />
            <CampaignFunnel details={details} of={name} filter={filter} />
          </div>
          <CampaignBreakdown details={details} campaignId={campaign_id} />
          <CampaignEvents details={details} of={name} filter={filter} />
        </div>
      </UsualCpiProvider>
    </MetricSheetProvider>
  );
}
