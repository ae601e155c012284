import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activateSkan, type SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { skanKey } from '../report/skan-query.ts';
import { mappingQuery } from './schema-queries.ts';

/** Whether apps receive values, by which version, and since when. */
export function ActivationCard({ mapping }: { mapping: SkanSchemaMapping }) {
  const { project_id, timezone } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const [isStopping, setStopping] = useState(false);
  const change = useMutation({
    mutationFn: (activate_skan: boolean) =>
      call(activateSkan, { query: { project_id }, body: { activate_skan } }),
    onSuccess: async (next) => {
      queryClient.setQueryData(mappingQuery(project_id).queryKey, next);
      toast({ title: next.activate_skan ? `Version ${next.active?.version} is active` : 'SKAN is stopped' });
      await queryClient.invalidateQueries({ queryKey: skanKey(project_id) });
    },
    onError: (error) => toastFailure('Nothing was changed', error),
  });
  const { draft, active, activate_skan: isOn, changed_at } = mapping;
  const canStart = draft !== null || (active !== null && !isOn);
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            Activation
            <Tag tone={isOn ? 'good' : 'neutral'}>
              {isOn ? `Version ${active?.version} active` : 'Not active'}
            </Tag>
            {draft && <Tag tone="accent">Version {draft.version} is a draft</Tag>}
          </span>
        }
        description={mapping.explanation}
        actions={
          mayEdit && (
            <>
              {isOn && <Button onClick={() => setStopping(true)}>Stop</Button>}
              {canStart && (
                <Button
                  variant="primary"
                  loading={change.isPending}
                  disabled={mapping.app_id === null}
                  onClick={() => change.mutate(true)}
                >
                  Activate version {draft?.version ?? active?.version}
                </Button>
              )}
            </>
          )
        }
      />
      {(mapping.app_id === null || changed_at) && (
        <CardBody className="grid gap-1 text-sm text-text-2">
          {mapping.app_id === null && (
            <p>
              Add the App Store page of your app under SDK, Store listings: SKAN cannot be activated without
              its id.
            </p>
          )}
          {changed_at && (
            <p>
              Changed <RelativeTime at={changed_at} timeZone={timezone} />. A version that was active never
              changes; an install keeps the version of its first open.
            </p>
          )}
        </CardBody>
      )}
      <ConfirmDialog
        open={isStopping}
        onOpenChange={setStopping}
        title="Stop conversion values?"
        text="Apps receive no values any more. Postbacks are still received, and decoded by the version that was active. You can activate it again."
        confirmLabel="Stop"
        onConfirm={() => change.mutateAsync(false)}
      />
    </Card>
  );
}
