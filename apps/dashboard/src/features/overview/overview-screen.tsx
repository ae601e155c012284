import { Fetched, fetchEarly } from '../../failures/fetched.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OverviewPlaceholder } from './overview-loading.tsx';

const loadReport = () => import('./overview-report.tsx').then((file) => file.OverviewReport);
const loadChecklist = () => import('./setup-checklist.tsx').then((file) => file.SetupChecklist);

// The screen itself stays small, since everybody lands on it; what draws the numbers comes with them.
fetchEarly(loadReport);

/** How did we do? */
export function OverviewScreen() {
  const { setup } = useProject();
  const left = setup.filter(({ done }) => !done).length;
  const report = <Fetched load={loadReport} props={{}} loading={<OverviewPlaceholder />} />;
  if (left === 0) return <Page>{report}</Page>;
  // What is left to do comes first; once most of it is done, the numbers do.
  const isMostlyDone = left * 2 < setup.length;
  return (
    <Page>
      {isMostlyDone && report}
      <Checklist />
      {!isMostlyDone && report}
    </Page>
  );
}

function Checklist() {
  const project = useProject();
  const height = 68 + 65 * project.setup.length;
  return (
    <Fetched
      load={loadChecklist}
      props={{ project }}
      loading={<Skeleton className="rounded-lg" style={{ height }} />}
    />
  );
}
