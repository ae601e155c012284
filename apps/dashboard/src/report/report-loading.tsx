import { useProject } from '../project/current-project.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { headlinesOf } from './headline-metrics.ts';
import { Cells } from './kpi-grid.tsx';

/** Placeholders of the metrics and the trend, in their size. */
export function ReportLoading() {
  const { platform } = useProject();
  return (
    <>
      <Cells aria-busy="true">
        {headlinesOf(platform).kpis.map((metric) => (
          <div key={metric} className="grid h-[106px] content-between px-4 py-3.5">
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
