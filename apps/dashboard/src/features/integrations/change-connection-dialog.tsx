import { TOOLS, type ToolConnection } from '@trailmark/contract/analytics-tools';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { ConnectFields } from './connect-fields.tsx';
import { type ConnectValues, connectBody, connectResolver, connectValues } from './connect-values.ts';
import { useSyncTool } from './use-sync-tool.ts';

interface ChangeConnectionDialogProps {
  connection: ToolConnection;
  onClose: () => void;
}

/** Other credentials, or another region. */
export function ChangeConnectionDialog({ connection, onClose }: ChangeConnectionDialogProps) {
  const { label } = TOOLS[connection.tool];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Replace credentials"
        description={`We check with ${label} before anything is stored. Queued deliveries are sent with the new ones.`}
      >
        <ChangeConnectionForm connection={connection} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function ChangeConnectionForm({ connection, onDone }: { connection: ToolConnection; onDone: () => void }) {
  const { tool, credential_hints } = connection;
  const resolver = useMemo(() => connectResolver(tool, true), [tool]);
  const form = useForm<ConnectValues, unknown, ConnectValues>({
    resolver,
    defaultValues: connectValues(tool, connection),
  });
  const sync = useSyncTool(tool);
  const save = (values: ConnectValues) =>
    sync.mutate(
      { action: 'update', ...connectBody(tool, values) },
      {
        onSuccess: onDone,
        onError: (error) => {
          showServerReasons(form, error);
          toastFailure('The credentials were not replaced', error);
        },
      },
    );
  return (
    <DialogForm onSubmit={form.handleSubmit(save)} submitLabel="Check and save" pending={sync.isPending}>
      <ConnectFields tool={tool} form={form} stored={credential_hints} />
    </DialogForm>
  );
}
