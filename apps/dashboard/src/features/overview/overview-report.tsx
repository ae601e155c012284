import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import type { listCampaigns } from '@trailmark/contract/campaign-report';
import type { Stats } from '@trailmark/contract/stats';
import { Share2 } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { FiringBanner } from '../../project/firing-banner.tsx';
import { useFiring } from '../../project/firing-query.ts';
import { drawable } from '../../report/format-value.ts';
import { headlinesOf } from '../../report/headline-metrics.ts';
import { KpiStrip } from '../../report/kpi-strip.tsx';
import type { MetricFilter } from '../../report/metric-filter.ts';
import { MetricSheetProvider } from '../../report/metric-sheet-provider.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { ScreenFilters } from '../../report/report-filters.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { TrendCard } from '../../report/trend-card.tsx';
import { useFilterQuery } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { UsualCpiProvider } from '../../report/usual-cpi.tsx';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Later } from '../../ui/later.tsx';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import {
  CountryBreakdown,
  NetworkBreakdown,
  PlatformBreakdown,
  SourceBreakdown,
} from './breakdown-cards.tsx';
import {
  BreakdownsLoading,
  FiltersLoading,
  OverviewPlaceholder,
  TopCampaignsLoading,
} from './overview-loading.tsx';
import { statsQuery, topCampaignsQuery } from './overview-query.ts';
import { TopCampaigns } from './top-campaigns.tsx';
import { WebTraffic } from './web-traffic.tsx';

// It comes in the same file as what draws the numbers.
export { askReportEarly } from './ask-report-early.ts';

const isAnyFilter = (filter: MetricFilter) => Object.values(filter).some((value) => value !== undefined);

/** The numbers of the overview with all that they need to be drawn. They are asked for before anything is drawn. */
export function OverviewReport() {
  const { platform } = useProject();
  const reportQuery = useReportQuery();
  const filter = useFilterQuery();
  const stats = useQuery(statsQuery({ ...reportQuery, ...filter }, platform));
  const top = useQuery(topCampaignsQuery(reportQuery, { platform, filter }));
  const isFiltered = isAnyFilter(filter);
  // What the banner says comes with them, so that it seldom pushes them down.
  useFiring();
  return (
    <TooltipProvider>
      <MetricSheetProvider>
        <UsualCpiProvider {...(isFiltered ? {} : { known: drawable(stats.data?.total.cpi) })}>
          <Later loading={<OverviewPlaceholder />}>
            <Later loading={<FiltersLoading />}>
              <ReportBar />
              <ScreenFilters />
            </Later>
            <FiringBanner />
            <Report stats={stats} top={top} filter={filter} />
          </Later>
        </UsualCpiProvider>
      </MetricSheetProvider>
    </TooltipProvider>
  );
}

interface ReportProps {
  stats: UseQueryResult<Stats>;
  top: UseQueryResult<Output<typeof listCampaigns>>;
  filter: MetricFilter;
}

function Report({ stats, top, filter }: ReportProps) {
  const { role } = useProject();
  // New numbers are drawn piece by piece too.
  const report = useDeferredValue(stats.data ?? null);
  const isDrawing = report !== (stats.data ?? null);
  const isFiltered = isAnyFilter(filter);
  if (stats.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the numbers" query={stats} />
      </Card>
    );
  }
  if (role === 'guest' && top.data?.count === 0 && !isFiltered) return <NothingShared />;
  return (
    <>
      <ReportNotices report={stats.data} />
      <div
        aria-busy={stats.isFetching || isDrawing}
        className={cn('grid gap-4 transition-opacity', stats.isPlaceholderData && 'opacity-60')}
      >
        <Numbers report={report} filter={filter} />
      </div>
      {top.isPending ? (
        <TopCampaignsLoading />
      ) : (
        <Later loading={<TopCampaignsLoading />}>
          <TopCampaigns query={top} filter={filter} />
        </Later>
      )}
    </>
  );
}

interface NumbersProps {
  /** Null while they load. */
  report: Stats | null;
  filter: MetricFilter;
}

const Numbers = memo(function Numbers({ report, filter }: NumbersProps) {
  const { platform } = useProject();
  return (
    <>
      <KpiStrip stats={report} filter={filter} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
        <TrendCard stats={report} filter={filter} isWhole={filter.campaigns === undefined} />
        <NetworkBreakdown stats={report} filter={filter} />
      </div>
      {headlinesOf(platform).hasTraffic && <WebTraffic />}
      <div className="grid gap-4 lg:grid-cols-3">
        {report === null ? (
          <BreakdownsLoading />
        ) : (
          <Later loading={<BreakdownsLoading />}>
            <CountryBreakdown stats={report} filter={filter} />
            <PlatformBreakdown stats={report} filter={filter} />
            <SourceBreakdown stats={report} filter={filter} />
          </Later>
        )}
      </div>
    </>
  );
});

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
