import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { updateProject } from '@trailmark/contract/projects';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../api/client.ts';
import { useRefreshUser } from '../../api/session.ts';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useMay, useProject } from '../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { WINDOW_FIELDS } from '../../words/attribution-windows.ts';
import { CountingCard } from './counting/counting-card.tsx';
import { NetworkWindowsCard } from './counting/network-windows-card.tsx';
import { PlausibilityCard } from './counting/plausibility-card.tsx';
import { WindowRow } from './counting/window-row.tsx';
import { ProjectFields } from './form/project-fields.tsx';
import {
  type ChangedProject,
  changedProjectResolver,
  type ProjectValues,
  valuesOf,
} from './form/project-values.ts';

/** How does this project count? */
export function GeneralScreen() {
  const project = useProject();
  const readOnly = !useMay()('settings.edit');
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  const form = useForm<ProjectValues, unknown, ChangedProject>({
    resolver: changedProjectResolver,
    defaultValues: valuesOf(project),
  });
  const { project_id } = project;
  const save = useMutation({
    mutationFn: (change: ChangedProject) => call(updateProject, { body: { project_id, ...change } }),
    onSuccess: async (saved) => {
      form.reset(valuesOf(saved));
      queryClient.setQueryData(projectQuery(project_id).queryKey, saved);
      toast({ title: 'Settings saved' });
      // The name and the platform are in the list of projects too.
      await Promise.allSettled([
        refreshUser(),
        queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey }),
      ]);
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The settings were not saved', error);
    },
  });
  const { isDirty } = form.formState;
  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((change) => save.mutate(change))}>
        {readOnly && (
          <Notice title="You can see these settings but not change them">
            Your role here is {project.role}. An owner or admin can change them, or give you another role.
          </Notice>
        )}
        {project.is_refolding && <RefoldNotice />}
        <Card>
          <CardHeader title="Project" description="What it is and how its days and money are counted." />
          <CardBody>
            <ProjectFields form={form} disabled={readOnly} />
          </CardBody>
        </Card>
        <WindowsCard form={form} disabled={readOnly} />
        <NetworkWindowsCard form={form} disabled={readOnly} />
        <CountingCard form={form} disabled={readOnly} />
        <PlausibilityCard form={form} disabled={readOnly} />
        {isDirty && !readOnly && <SaveBar saving={save.isPending} onDiscard={() => form.reset()} />}
      </form>
      <p className="text-sm text-text-2">
        The key of Meta’s install referrer is on{' '}
        <Link to="/integrations/meta" className="link">
          the page of Meta
        </Link>
        .
      </p>
      <LeaveGuard dirty={isDirty && !save.isPending} />
    </>
  );
}

interface WindowsCardProps<Output> {
  form: UseFormReturn<ProjectValues, unknown, Output>;
  disabled: boolean;
}

function WindowsCard<Output>({ form, disabled }: WindowsCardProps<Output>) {
  return (
    <Card>
      <CardHeader
        title="Attribution windows"
        description="How old a touch may be to be credited. A change applies from now on; earlier decisions stay."
        className="pb-3"
      />
      {WINDOW_FIELDS.map((window) => (
        <WindowRow key={window.name} form={form} window={window} disabled={disabled} />
      ))}
    </Card>
  );
}

const LOOK_EVERY_MS = 3000;

/** Shown until all days are recomputed; it polls for that itself. */
function RefoldNotice() {
  const { project_id } = useProject();
  useQuery({ ...projectQuery(project_id), refetchInterval: LOOK_EVERY_MS });
  return (
    <Notice role="status" title="Reports are being recomputed" action={<Spinner className="size-4" />}>
      Days begin at another time than before. Until that is done, numbers of single days can still change.
    </Notice>
  );
}
