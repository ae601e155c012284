import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateProject } from '@trailmark/contract/projects';
import type { ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { useRefreshUser } from '../../../api/session.ts';
import { showServerReasons } from '../../../failures/field-reason.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { projectQuery, useMay, useProject } from '../../../project/current-project.tsx';
import { WhatIfNote } from '../../../report/what-if/what-if-note.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { toast } from '../../../ui/toast-store.ts';
import {
  type ChangedProject,
  changedProjectResolver,
  type ProjectValues,
  pickFields,
  triedRules,
  valuesOf,
} from '../form/project-values.ts';

export type SettingsFormReturn = UseFormReturn<ProjectValues, unknown, ChangedProject>;

/** What a card of settings takes. */
export interface SettingsCardProps {
  form: SettingsFormReturn;
  disabled: boolean;
}

interface SettingsFormProps {
  /** What this screen saves; the other settings of the project are left as they are. */
  fields: readonly (keyof ChangedProject)[];
  children: (props: SettingsCardProps) => ReactNode;
}

/** One screen of a project's settings: its cards, the bar that saves them, and a question before they are lost. */
export function SettingsForm({ fields, children }: SettingsFormProps) {
  const project = useProject();
  const readOnly = !useMay()('settings.edit');
  const form: SettingsFormReturn = useForm<ProjectValues, unknown, ChangedProject>({
    resolver: changedProjectResolver,
    defaultValues: valuesOf(project),
  });
  const save = useSave(form, project.project_id);
  const { isDirty } = form.formState;
  return (
    <>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((change) => save.mutate(pickFields(change, fields)))}
      >
        {readOnly && (
          <Notice title="You can see these settings but not change them">
            Your role here is {project.role}. An owner or admin can change them, or give you another role.
          </Notice>
        )}
        {children({ form, disabled: readOnly })}
        {isDirty && !readOnly && (
          <SaveBar saving={save.isPending} onDiscard={() => form.reset()}>
            {fields.includes('plausibility') && <RulesNote form={form} fields={fields} />}
          </SaveBar>
        )}
      </form>
      <LeaveGuard dirty={isDirty && !save.isPending} />
    </>
  );
}

/** What the rules that are typed would change. */
function RulesNote({ form, fields }: Pick<SettingsFormProps, 'fields'> & { form: SettingsFormReturn }) {
  return <WhatIfNote change={triedRules(form.watch(), fields)} />;
}

function useSave(form: SettingsFormReturn, projectId: string) {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  return useMutation({
    mutationFn: (change: ChangedProject) =>
      call(updateProject, { body: { project_id: projectId, ...change } }),
    onSuccess: async (saved) => {
      form.reset(valuesOf(saved));
      queryClient.setQueryData(projectQuery(projectId).queryKey, saved);
      toast({ title: 'Settings saved' });
      // The name and the platform are in the list of projects too.
      await Promise.allSettled([
        refreshUser(),
        queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey }),
      ]);
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The settings were not saved', error);
    },
  });
}
