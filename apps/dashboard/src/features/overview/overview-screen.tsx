import { useMay, useProject } from '../../app/current-project.tsx';
import { PageAction } from '../../app/page-action.tsx';
import { ZoneChip } from '../../app/zone-chip.tsx';
import { Page } from '../../ui/page.tsx';
import { MonthUsage } from './month-usage.tsx';
import { SetupChecklist } from './setup-checklist.tsx';
import { setupProgress } from './setup-steps.ts';

export function OverviewScreen() {
  const project = useProject();
  const may = useMay();
  const usage = may('usage.see') && <MonthUsage projectId={project.project_id} />;
  const { finished } = setupProgress(project.setup);
  return (
    <Page>
      <PageAction>
        <ZoneChip timezone={project.timezone} />
      </PageAction>
      {/* What is left to do comes first; once it is done, the numbers do. */}
      {finished && usage}
      <SetupChecklist project={project} />
      {!finished && usage}
    </Page>
  );
}
