import { Share2 } from 'lucide-react';
import { useMay, useProject } from '../../project/current-project.tsx';
import { ZoneChip } from '../../project/zone-chip.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
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
      {project.role === 'guest' && <NothingShared name={project.name} />}
    </Page>
  );
}

/** A guest sees neither the setup nor the usage of a project. */
function NothingShared({ name }: { name: string }) {
  return (
    <Card>
      <EmptyState
        icon={<Share2 />}
        title="Nothing is shared with you yet"
        text={`You are a guest in ${name}: what its team shares with you will be here. An owner or admin can also give you another role.`}
      />
    </Card>
  );
}
