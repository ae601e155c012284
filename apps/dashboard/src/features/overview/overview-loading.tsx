import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cells } from './kpi-grid.tsx';

const KPIS = 7;

/** The numbers of the overview before anything is known of them, in their size. */
export function ReportLoading() {
  return (
    <>
      <Cells aria-busy="true">
        {Array.from({ length: KPIS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={index} className="grid h-[106px] content-between px-4 py-3.5">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-6" />
          </div>
        ))}
      </Cells>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
        <Card className="h-[304px] p-4">
          <Skeleton className="mb-4 w-32" />
          <Skeleton className="h-[228px] rounded-sm" />
        </Card>
        <Card className="h-[304px] p-4">
          <Skeleton className="w-24" />
        </Card>
      </div>
    </>
  );
}

/** The overview before its project is known. */
export function OverviewLoading() {
  return (
    <Page aria-busy="true" aria-label="Loading">
      <ReportLoading />
    </Page>
  );
}
