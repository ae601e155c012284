import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type SkanGoogleStatus,
  type SkanMetaStatus,
  uploadSkanToGoogle,
} from '@trailmark/contract/skan-exports';
import type { SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import type { ReactNode } from 'react';
import { changeAddress } from '../../../address/address-state.ts';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StepMark } from '../../../ui/step-mark.tsx';
import { googleStatusQuery } from '../schema/schema-queries.ts';
import { DEFAULT_SKAN_VIEW, SKAN_VIEW } from '../skan-view.ts';
import type { SkanSetUp } from './set-up-queries.ts';

interface ChecklistProps {
  mapping: SkanSchemaMapping;
  settings: SkanSetUp;
  google: SkanGoogleStatus;
  meta: SkanMetaStatus;
}

interface Step {
  title: string;
  text: ReactNode;
  done: boolean;
  action?: ReactNode;
}

/** What is done, and what is left to do. */
export function Checklist({ mapping, settings, google, meta }: ChecklistProps) {
  const { timezone } = useProject();
  const app = settings.apps.find(({ receives }) => receives);
  const steps: Step[] = [
    {
      title: 'App Store page',
      done: app !== undefined,
      text: app ? `${app.name}, id ${app.app_id}` : appText(settings),
      action: !app && (
        <Button asChild size="sm">
          <Link to="/sdk">Add store listing</Link>
        </Button>
      ),
    },
    {
      title: 'Schema',
      done: mapping.activate_skan,
      text: mapping.explanation,
      action: !mapping.activate_skan && (
        <Button asChild size="sm">
          <Link to="." search={changeAddress(SKAN_VIEW, DEFAULT_SKAN_VIEW, { tab: 'schema' })}>
            Open schema
          </Link>
        </Button>
      ),
    },
    {
      title: 'SDK on iOS',
      done: mapping.has_values,
      text: mapping.has_values
        ? 'An app on iOS has received conversion values.'
        : 'No app on iOS has received a conversion value yet. It does with its first open after you activate a schema.',
    },
    {
      title: 'Google Ads',
      done: google.status === 'ACTIVE',
      text: [google.reason, ...google.warnings].join(' '),
      action: google.status === 'ERROR' && <UploadAgain />,
    },
    { title: 'Meta', done: meta.status === 'ACTIVE', text: meta.reason },
    {
      title: 'Postbacks',
      done: settings.last_received_at !== null,
      text: settings.last_received_at ? (
        <>
          The last one came <RelativeTime at={settings.last_received_at} timeZone={timezone} />.
        </>
      ) : (
        'None was received. Name your domain in the Info.plist of your app, and check it below.'
      ),
    },
  ];
  const done = steps.filter((step) => step.done).length;
  return (
    <Card>
      <CardHeader title="Set-up" description={`${done} of ${steps.length} steps are done.`} />
      <CardBody>
        <ol className="grid gap-3">
          {steps.map((step, at) => (
            <li key={step.title} className="flex items-start gap-3">
              <StepMark done={step.done} number={at + 1} />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{step.title}</p>
                <p className="text-sm break-words text-text-2">{step.text}</p>
              </div>
              {step.action}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function appText({ apps }: SkanSetUp): string {
  if (apps.length === 0) return 'Add the App Store page of your app: postbacks name apps by its id.';
  return 'Another project has listed this app before, and has its postbacks.';
}

function UploadAgain() {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const upload = useMutation({
    mutationFn: () => call(uploadSkanToGoogle, { query: { project_id } }),
    onSuccess: (status) => queryClient.setQueryData(googleStatusQuery(project_id).queryKey, status),
    onError: (error) => toastFailure('The schema was not uploaded', error),
  });
  if (!mayEdit) return null;
  return (
    <Button size="sm" loading={upload.isPending} onClick={() => upload.mutate()}>
      Upload again
    </Button>
  );
}
