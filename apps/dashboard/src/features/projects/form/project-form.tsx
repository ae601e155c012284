import { useMutation, useQuery } from '@tanstack/react-query';
import { createProject, type Project } from '@trailmark/contract/projects';
import { DEFAULT_WINDOWS } from '@trailmark/contract/windows';
import { type ReactNode, useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { useRefreshUser, useUser } from '../../../api/session.ts';
import { showServerReasons } from '../../../failures/field-reason.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { currencyOfLocale } from './currency-of-locale.ts';
import { ProjectFields } from './project-fields.tsx';
import { type NewProject, newProjectResolver, type ProjectValues } from './project-values.ts';
import { preferredZone } from './time-zones.ts';
import { timeZonesQuery } from './time-zones-query.ts';

function emptyProject(): ProjectValues {
  return {
    name: '',
    platform: 'app',
    website: '',
    app_store_link: '',
    play_store_link: '',
    currency: currencyOfLocale(navigator.language),
    timezone: '',
    windows: DEFAULT_WINDOWS,
  };
}

interface ProjectFormProps {
  /** The project is made and the person's memberships are fresh. */
  onCreated: (project: Project) => void;
  /** Next to the button, such as a way back. */
  secondary?: ReactNode;
}

/** The form of a new project, or who can create one. */
export function ProjectForm(props: ProjectFormProps) {
  const { may_create_projects } = useUser();
  if (may_create_projects) return <NewProjectForm {...props} />;
  return (
    <div className="grid gap-5">
      <Notice title="You can't create a project yet">
        Ask an owner or admin of a project to invite you, or ask the people who run this installation.
      </Notice>
      <div className="flex flex-wrap items-center gap-2">{props.secondary}</div>
    </div>
  );
}

/** Everything that can be guessed from the browser is. */
function NewProjectForm({ onCreated, secondary }: ProjectFormProps) {
  const refreshUser = useRefreshUser();
  const form = useForm<ProjectValues, unknown, NewProject>({
    resolver: newProjectResolver,
    defaultValues: emptyProject(),
  });
  usePreferredZone(form);
  const create = useMutation({
    mutationFn: async (body: NewProject) => {
      const project = await call(createProject, { body });
      await refreshUser();
      return project;
    },
    onSuccess: onCreated,
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The project was not created', error);
    },
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => create.mutate(values))}>
      <ProjectFields form={form} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" loading={create.isPending}>
          Create project
        </Button>
        {secondary}
      </div>
    </form>
  );
}

/** Fills in the browser's zone, under the name that the database has for it. */
function usePreferredZone({ getValues, setValue }: UseFormReturn<ProjectValues, unknown, NewProject>): void {
  const { data: zones } = useQuery(timeZonesQuery);
  useEffect(() => {
    if (!zones || getValues('timezone') !== '') return;
    setValue('timezone', preferredZone(Intl.DateTimeFormat().resolvedOptions().timeZone, zones));
  }, [zones, getValues, setValue]);
}
