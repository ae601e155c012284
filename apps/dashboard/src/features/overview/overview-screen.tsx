import { useMay, useProject } from '../../project/current-project.tsx';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Page } from '../../ui/page.tsx';
import { PageAction } from '../../ui/page-action.tsx';
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
