import { ReportBar } from '../../report/report-bar.tsx';
import { isNarrowed, NO_FILTER } from '../../report/report-filter.ts';
import { ScreenFilters } from '../../report/report-filters.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { useFilterQuery, useReportFilter } from '../../report/use-report-filter.ts';
import { Page } from '../../ui/page.tsx';
import { CohortReport } from './cohort-report.tsx';

/** Do they stay and pay? */
export function CohortsScreen() {
  const [filter, change] = useReportFilter();
  const filterQuery = useFilterQuery();
  return (
    <Page>
      <ReportBar compares={false} />
      <ReportNotices report={undefined} />
      <ScreenFilters />
      <CohortReport
        filter={filterQuery}
        {...(isNarrowed(filter) ? { onClear: () => change(NO_FILTER) } : {})}
      />
    </Page>
  );
}
