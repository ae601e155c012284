import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { renewSkanSchemaUrl, type SkanMetaStatus } from '@trailmark/contract/skan-exports';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ChecklistLine } from './checklist-line.tsx';
import { LineFailed } from './line-failed.tsx';
import { NetworkStateTag } from './network-state-tag.tsx';
import { metaQuery } from './set-up-query.ts';

/** Whether the schema was read, from where, and what its events are for Meta. */
export function MetaLine({ number }: { number: number }) {
  const { project_id } = useProject();
  const meta = useQuery(metaQuery(project_id));
  if (meta.isLoadingError)
    return <LineFailed number={number} title="Meta" what="the status at Meta" query={meta} />;
  const { data } = meta;
  if (!data)
    return <ChecklistLine number={number} done={false} title="Meta" text="Loading the status at Meta…" />;
  return (
    <ChecklistLine
      number={number}
      done={data.status === 'ACTIVE'}
      title={
        <>
          Meta
          <NetworkStateTag state={data.status} />
        </>
      }
      text={data.reason}
    >
      {data.schema_url !== null && <SchemaUrl status={data} url={data.schema_url} />}
      {data.events.length > 0 && <MetaEvents events={data.events} />}
    </ChecklistLine>
  );
}

function SchemaUrl({ status, url }: { status: SkanMetaStatus; url: string }) {
  const { timezone } = useProject();
  const mayEdit = useMay()('connections.edit');
  const { last_fetched_at: at, schema_version: version } = status;
  return (
    <div className="flex max-w-[720px] flex-wrap items-end gap-2">
      <Field
        label="Schema URL"
        className="min-w-[220px] flex-1"
        hint={
          at === null ? (
            'It was not read yet.'
          ) : (
            <>
              Last read <RelativeTime at={at} timeZone={timezone} />
              {version !== null && `, version ${version}`}.
            </>
          )
        }
      >
        <CopyField value={url} copyLabel="Copy schema URL" />
      </Field>
      {mayEdit && <RenewButton />}
    </div>
  );
}

function MetaEvents({ events }: Pick<SkanMetaStatus, 'events'>) {
  return (
    <div className="text-sm text-text-2">
      <p>Meta gets your events under these names. Change them in the event map of a Meta account.</p>
      <ul aria-label="Events for Meta" className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {events.map(({ event, meta_event }) => (
          <li key={event} className="break-all">
            {event} → <span className="text-text">{meta_event}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RenewButton() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const renew = useMutation({
    mutationFn: () => call(renewSkanSchemaUrl, { query: { project_id } }),
    onSuccess: (data) => {
      queryClient.setQueryData(metaQuery(project_id).queryKey, data);
      toast({ title: 'The schema URL is renewed', description: 'Enter it in Meta Events Manager.' });
    },
  });
  return (
    <>
      <Button className="mb-6" onClick={() => setIsConfirming(true)}>
        Renew token
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Renew the token of the schema URL?"
        text="The current URL stops working at once, and Meta reads no schema until you have entered the new one in Meta Events Manager. This cannot be undone."
        confirmLabel="Renew token"
        onConfirm={() => renew.mutateAsync()}
      />
    </>
  );
}
