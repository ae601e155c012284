import { useQuery } from '@tanstack/react-query';
import { TOOLS, type ToolConnection } from '@trailmark/contract/analytics-tools';
import { TOOL_EVENT_NAMES, TOOL_KINDS, TOOL_PROPERTY_NAMES } from '@trailmark/contract/tool-names';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useMay, useProject } from '../../project/current-project.tsx';
import { EventChoice } from '../../project/event-choice.tsx';
import { eventNamesQuery } from '../../project/event-names-query.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { RenameRows } from './rename-rows.tsx';
import { type SettingsValues, settingsBody, settingsResolver, settingsValues } from './settings-values.ts';
import { ToolPreview } from './tool-preview.tsx';
import { useSyncTool } from './use-sync-tool.ts';

/** What is sent and under which names, with a look at what comes of it. */
export function ToolSettingsForm({ connection }: { connection: ToolConnection }) {
  const { tool, settings } = connection;
  const mayEdit = useMay()('connections.edit');
  const form = useForm<SettingsValues, unknown, SettingsValues>({
    resolver: settingsResolver,
    defaultValues: settingsValues(settings),
  });
  const sync = useSyncTool(tool);
  const save = (values: SettingsValues) =>
    sync.mutate(
      { action: 'update', settings: settingsBody(values) },
      {
        onSuccess: ({ connection: saved }) => form.reset(saved ? settingsValues(saved.settings) : values),
        onError: (error) => {
          showServerReasons(form, error);
          toastFailure('The settings were not saved', error);
        },
      },
    );
  const { isDirty } = form.formState;
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={form.handleSubmit(save)}>
      <SettingsCard form={form} tool={TOOLS[tool].label} disabled={!mayEdit} />
      {mayEdit && (
        <ToolPreview
          tool={tool}
          settings={settingsBody(form.watch())}
          description={`With the settings above, saved or not. Nothing is sent to ${TOOLS[tool].label} from here.`}
        />
      )}
      {isDirty && mayEdit && <SaveBar saving={sync.isPending} onDiscard={() => form.reset()} />}
      <LeaveGuard dirty={isDirty && !sync.isPending} />
    </form>
  );
}

interface SettingsCardProps {
  form: UseFormReturn<SettingsValues, unknown, SettingsValues>;
  tool: string;
  disabled: boolean;
}

function SettingsCard({ form, tool, disabled }: SettingsCardProps) {
  const { project_id } = useProject();
  const names = useQuery(eventNamesQuery(project_id));
  const shared = { form, tool, disabled };
  return (
    <Card>
      <CardHeader
        title="What is sent"
        description="A change applies from now on; what was sent stays as it is."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Controller
          control={form.control}
          name="events"
          render={({ field, fieldState }) => (
            <EventChoice
              value={field.value}
              onChange={field.onChange}
              kinds={TOOL_KINDS}
              disabled={disabled}
              error={fieldState.error?.message}
            />
          )}
        />
        <Part title="Renamed events" text={`All others keep the name that your app gives them.`}>
          <RenameRows
            {...shared}
            name="event_names"
            noun="event"
            proposed={[...Object.values(TOOL_EVENT_NAMES), ...(names.data ?? [])]}
          />
        </Part>
        <Part title="Renamed properties" text={`Of events and of people, on their way to ${tool}.`}>
          <RenameRows {...shared} name="property_names" noun="property" proposed={TOOL_PROPERTY_NAMES} />
        </Part>
      </CardBody>
    </Card>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div>
        <h3 className="text-[13px] font-medium text-text-2">{title}</h3>
        <p className="text-sm text-text-3">{text}</p>
      </div>
      {children}
    </section>
  );
}
