import { useQuery } from '@tanstack/react-query';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ProjectFields } from './form/project-fields.tsx';
import { DayKindCard } from './settings/day-kind-card.tsx';
import { SettingsForm } from './settings/settings-form.tsx';

const FIELDS = [
  'name',
  'platform',
  'website',
  'app_store_link',
  'play_store_link',
  'currency',
  'timezone',
  'day_kind',
] as const;

/** What is this project, and how are its days and money counted? */
export function GeneralScreen() {
  const project = useProject();
  return (
    <SettingsForm fields={FIELDS}>
      {(props) => (
        <>
          {project.is_refolding && <RefoldNotice />}
          <Card>
            <CardHeader title="Project" description="What it is, and how its days and money are counted." />
            <CardBody>
              <ProjectFields {...props} />
            </CardBody>
          </Card>
          <DayKindCard {...props} />
        </>
      )}
    </SettingsForm>
  );
}

const LOOK_EVERY_MS = 3000;

/** Shown until all days are recomputed; it polls for that itself. */
function RefoldNotice() {
  const { project_id } = useProject();
  useQuery({ ...projectQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  return (
    <Notice role="status" title="Recomputing reports" action={<Spinner className="size-4" />}>
      Days now begin at a different time. Until this is done, daily numbers can still change.
    </Notice>
  );
}
