import { useMutation, useQueryClient } from '@tanstack/react-query';
import { renewSkanSchemaUrl, type SkanMetaStatus } from '@trailmark/contract/skan-exports';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { metaStatusQuery } from '../schema/schema-queries.ts';

/** The address that Meta reads the schema from. */
export function MetaCard({ meta }: { meta: SkanMetaStatus }) {
  const { project_id, timezone } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => call(renewSkanSchemaUrl, { query: { project_id } }),
    onSuccess: (next) => {
      queryClient.setQueryData(metaStatusQuery(project_id).queryKey, next);
      toast({ title: 'The schema address is renewed', description: 'Enter it in Meta Events Manager.' });
    },
  });
  return (
    <Card>
      <CardHeader
        title="Schema for Meta"
        description={meta.reason}
        actions={mayEdit && meta.schema_url && <Button onClick={() => setAsking(true)}>Renew</Button>}
      />
      <CardBody className="grid gap-2">
        {meta.schema_url ? (
          <Field label="Schema address" hint="Who knows it may read the schema, and nothing else.">
            <CopyField value={meta.schema_url} copyLabel="Copy schema address" />
          </Field>
        ) : (
          <p className="text-text-2">The address is made when you activate a schema.</p>
        )}
        {meta.last_fetched_at && (
          <p className="text-sm text-text-2">
            Meta read version {meta.schema_version}{' '}
            <RelativeTime at={meta.last_fetched_at} timeZone={timezone} />.
          </p>
        )}
      </CardBody>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Renew the schema address?"
        text="The old address stops at once. Meta reads the schema again after you enter the new one in Events Manager."
        confirmLabel="Renew"
        onConfirm={() => renew.mutateAsync()}
      />
    </Card>
  );
}
