import { Outlet } from '@tanstack/react-router';
import { Fetched } from '../failures/fetched.tsx';
import { isNarrowed } from '../report/report-filter.ts';
import { unusedFilter } from '../report/unused-filter.ts';
import { useReportFilter } from '../report/use-report-filter.ts';
import { useScreen } from './current-screen.ts';

const loadLine = () => import('../report/unused-filter-line.tsx').then((file) => file.UnusedFilterLine);

/** Around every report: says which filters came along and are not used there. */
export function ReportFrame() {
  const path = useScreen()?.path ?? '';
  const [filter] = useReportFilter();
  const unused = unusedFilter(path, filter);
  return (
    <>
      {isNarrowed(unused) && <Fetched load={loadLine} props={{ unused }} loading={null} />}
      <Outlet />
    </>
  );
}
