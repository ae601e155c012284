import { Fetched, fetchEarly } from '../../failures/fetched.tsx';
import { useProject } from '../../project/current-project.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OverviewPlaceholder } from './overview-loading.tsx';
import { isUntouched } from './setup-steps.ts';

const loadReport = () => import('./overview-report.tsx').then((file) => file.OverviewReport);
const loadChecklist = () => import('./setup-checklist.tsx').then((file) => file.SetupChecklist);

const loadPreview = () => import('./overview-preview.tsx').then((file) => file.OverviewPreview);

// The screen itself stays small, since everybody lands on it; what draws the numbers comes with them.
fetchEarly(loadReport);

/** How did we do? */
export function OverviewScreen() {
  const { setup } = useProject();
  const left = setup.filter(({ done }) => !done).length;
  if (isUntouched(setup)) return <FirstPage />;
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

/** What to do, next to a picture of what it leads to. */
function FirstPage() {
  return (
    <Page>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Checklist />
        <Fetched load={loadPreview} props={{}} loading={<Skeleton className="min-h-[420px] rounded-lg" />} />
      </div>
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
