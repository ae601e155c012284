import { ReportLoading } from '../../report/report-loading.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function FiltersLoading() {
  return <Skeleton className="h-control-sm w-80 max-w-full rounded-full" />;
}

/** In the size of the cards by country, platform and source. */
export function BreakdownsLoading() {
  return ['country', 'platform', 'source'].map((key) => (
    <Card key={key} className="h-[264px] p-4">
      <Skeleton className="w-24" />
    </Card>
  ));
}

export function TopCampaignsLoading() {
  return (
    <Card className="h-[286px] p-4">
      <Skeleton className="w-32" />
    </Card>
  );
}

/** In the size of the filters and the report. */
export function OverviewPlaceholder() {
  return (
    <>
      <FiltersLoading />
      <ReportLoading />
      <div className="grid gap-4 lg:grid-cols-3">
        <BreakdownsLoading />
      </div>
      <TopCampaignsLoading />
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
