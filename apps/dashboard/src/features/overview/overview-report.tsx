import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { FigureDoor } from '../../report/figure-door.tsx';
import { KpiStrip } from '../../report/kpi-strip.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { TrendCard } from '../../report/trend-card.tsx';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { NothingShared } from './nothing-shared.tsx';
import { statsQuery, topCampaignsQuery } from './overview-query.ts';
import { CountrySplit, NetworkSplit, PlatformSplit, SourceSplit } from './splits.tsx';
import { TopCampaigns } from './top-campaigns.tsx';

/** The numbers of the overview with all that they need to be drawn. */
export function OverviewReport() {
  return (
    <TooltipProvider>
      <FigureDoor>
        <ReportBar />
        <Report />
      </FigureDoor>
    </TooltipProvider>
  );
}

function Report() {
  const { role } = useProject();
  const asked = useReportQuery();
  const stats = useQuery(statsQuery(asked));
  const top = useQuery(topCampaignsQuery(asked));
  if (stats.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="The numbers" query={stats} />
      </Card>
    );
  }
  if (role === 'guest' && top.data?.count === 0) return <NothingShared />;
  const report = stats.data ?? null;
  return (
    <>
      <ReportNotices report={stats.data} />
      <div
        aria-busy={stats.isFetching}
        className={cn('grid gap-4 transition-opacity', stats.isPlaceholderData && 'opacity-60')}
      >
        <KpiStrip stats={report} />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
          <TrendCard stats={report} />
          <NetworkSplit stats={report} />
        </div>
        <div className="grid gap-4 lg:grid-cols-3">
          <CountrySplit stats={report} />
          <PlatformSplit stats={report} />
          <SourceSplit stats={report} />
        </div>
      </div>
      <TopCampaigns query={top} />
    </>
  );
}
