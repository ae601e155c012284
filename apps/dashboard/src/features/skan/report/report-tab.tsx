import { useQuery } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { MoneyNotice } from '../../../report/report-notices.tsx';
import { useReportQuery } from '../../../report/use-report-range.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardLoading } from '../../../ui/card-loading.tsx';
import { cn } from '../../../ui/cn.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { isFiltered, NO_SKAN_FILTER, type SkanViewProps } from '../skan-view.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { CoarseCard } from './coarse-card.tsx';
import { DayChart } from './day-chart.tsx';
import { DecodedCard } from './decoded-card.tsx';
import { FineGrid } from './fine-grid.tsx';
import { MetricCells } from './metric-cells.tsx';
import { NoPostbacks } from './no-postbacks.tsx';
import { OverlapCard } from './overlap-card.tsx';
import { SkanFilters } from './skan-filters.tsx';
import { reportQuery } from './skan-query.ts';
import { TierCard } from './tier-card.tsx';

/** What do Apple's postbacks say? */
export function ReportTab({ view, onChange }: SkanViewProps) {
  const days = useReportQuery();
  const report = useQuery(reportQuery(days, view));
  const { data } = report;
  if (report.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the SKAN report" query={report} />
      </Card>
    );
  }
  if (data && !data.has_postbacks && !isFiltered(view)) return <NoPostbacks />;
  const isEmpty = data !== undefined && data.total.postbacks === 0;
  return (
    <>
      <MoneyNotice report={data && { ...data, has_old_rates: false }} />
      <SkanFilters view={view} onChange={onChange} />
      <div
        aria-busy={report.isFetching}
        className={cn('grid gap-4 transition-opacity', report.isPlaceholderData && 'opacity-60')}
      >
        {isEmpty ? <NothingHere view={view} onChange={onChange} /> : <MetricCells report={data ?? null} />}
        {!isEmpty && <DayChart report={data ?? null} />}
        {!isEmpty && <BreakdownCard report={data ?? null} view={view} onChange={onChange} />}
        {!data && <CardLoading className="h-[340px]" lines={4} />}
        {data && !isEmpty && (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <FineGrid report={data} />
            <div className="grid gap-4">
              <TierCard report={data} />
              <CoarseCard report={data} />
            </div>
          </div>
        )}
        {data && !isEmpty && <DecodedCard report={data} />}
      </div>
      <OverlapCard days={days} />
    </>
  );
}

function NothingHere({ view, onChange }: SkanViewProps) {
  const isNarrow = isFiltered(view);
  return (
    <Card>
      <EmptyState
        icon={isNarrow ? <SearchX /> : <Inbox />}
        title="No postbacks in this period"
        text={
          isNarrow
            ? 'No postback that counts matches these filters.'
            : 'Apple sends postbacks days after an install: the first after three days, the last after 38. Choose more days.'
        }
        action={isNarrow && <Button onClick={() => onChange(NO_SKAN_FILTER)}>Clear filters</Button>}
      />
    </Card>
  );
}
