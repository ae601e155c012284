import { ReportLoading } from '../../report/report-loading.tsx';
import { Page } from '../../ui/page.tsx';

/** The overview before its project is known. */
export function OverviewLoading() {
  return (
    <Page aria-busy="true" aria-label="Loading">
      <ReportLoading />
    </Page>
  );
}
