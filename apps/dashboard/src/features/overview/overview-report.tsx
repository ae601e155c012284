import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { FiringBanner } from '../../project/firing-banner.tsx';
import { headlinesOf } from '../../report/headline-metrics.ts';
import { KpiStrip } from '../../report/kpi-strip.tsx';
import { MetricSheetProvider } from '../../report/metric-sheet-provider.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { ScreenFilters } from '../../report/report-filters.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { TrendCard } from '../../report/trend-card.tsx';
import { useFilterQuery } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import {
  CountryBreakdown,
  NetworkBreakdown,
  PlatformBreakdown,
  SourceBreakdown,
} from './breakdown-cards.tsx';
import { statsQuery, topCampaignsQuery } from './overview-query.ts';
import { TopCampaigns } from './top-campaigns.tsx';
import { WebTraffic } from './web-traffic.tsx';

/** The numbers of the overview with all that they need to be drawn. */
export function OverviewReport() {
  return (
    <TooltipProvider>
      <MetricSheetProvider>
        <ReportBar />
        <ScreenFilters />
        <FiringBanner />
        <Report />
      </MetricSheetProvider>
    </TooltipProvider>
  );
}

function Report() {
  const { role, platform } = useProject();
  const reportQuery = useReportQuery();
  const filter = useFilterQuery();
  const stats = useQuery(statsQuery({ ...reportQuery, ...filter }, platform));
  const top = useQuery(topCampaignsQuery(reportQuery, { platform, filter }));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (stats.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the numbers" query={stats} />
      </Card>
    );
  }
  if (role === 'guest' && top.data?.count === 0 && !isFiltered) return <NothingShared />;
  const report = stats.data ?? null;
  return (
    <>
      <ReportNotices report={stats.data} />
      <div
        aria-busy={stats.isFetching}
        className={cn('grid gap-4 transition-opacity', stats.isPlaceholderData && 'opacity-60')}
      >
        <KpiStrip stats={report} filter={filter} />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
          <TrendCard stats={report} filter={filter} isWhole={filter.campaigns === undefined} />
          <NetworkBreakdown stats={report} filter={filter} />
        </div>
        {headlinesOf(platform).hasTraffic && <WebTraffic />}
        <div className="grid gap-4 lg:grid-cols-3">
          <CountryBreakdown stats={report} filter={filter} />
          <PlatformBreakdown stats={report} filter={filter} />
          <SourceBreakdown stats={report} filter={filter} />
        </div>
      </div>
      <TopCampaigns query={top} filter={filter} />
    </>
  );
}

/** A guest sees the numbers of campaigns that are shared with them, and there are none. */
function NothingShared() {
  const { name } = useProject();
  return (
    <Card>
      <EmptyState
        icon={<Share2 />}
        title="Nothing is shared with you yet"
        text={`You are a guest in ${name}: the numbers of campaigns that its team shares with you will be here. An owner or admin can also give you another role.`}
      />
    </Card>
  );
}
