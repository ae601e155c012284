import { ReportBar } from '../../report/report-bar.tsx';
import { ReportNotices } from '../../report/report-notices.tsx';
import { Page } from '../../ui/page.tsx';
import { CohortReport } from './cohort-report.tsx';

/** Do they stay and pay? */
export function CohortsScreen() {
  return (
    <Page>
      <ReportBar />
      <ReportNotices report={undefined} />
      <CohortReport />
    </Page>
  );
}
