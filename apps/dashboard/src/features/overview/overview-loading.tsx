import { ReportLoading } from '../../report/report-loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** In the size of the filters and the report. */
export function OverviewPlaceholder() {
  return (
    <>
      <Skeleton className="h-control-sm w-80 max-w-full rounded-full" />
      <ReportLoading />
    </>
  );
}

/** The overview before its project is known. */
export function OverviewLoading() {
  return (
    <Page aria-busy="true" aria-label="Loading">
      <OverviewPlaceholder />
    </Page>
  );
}
