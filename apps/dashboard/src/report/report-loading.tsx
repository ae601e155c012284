import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Cells, KPI_COUNT } from './kpi-grid.tsx';

/** Placeholders of the metrics and the trend, in their size. */
export function ReportLoading() {
  return (
    <>
      <Cells aria-busy="true">
        {Array.from({ length: KPI_COUNT }, (_, index) => (
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
