import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import {
  type listSdkCredentials,
  type Signing,
  updateSdkCredential,
} from '@trailmark/contract/sdk-credentials';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast-store.ts';
import { sdkCredentialsQuery } from './sdk-credentials-query.ts';

interface SigningSwitchProps {
  access: Output<typeof listSdkCredentials>;
  mayEdit: boolean;
}

/** Optional or required; requiring it needs a confirmation, since apps without a secret stop being counted. */
export function SigningSwitch({ access, mayEdit }: SigningSwitchProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const change = useMutation({
    mutationFn: (signing: Signing) => call(updateSdkCredential, { body: { project_id, signing } }),
    onSuccess: ({ signing }) =>
      toast({
        title: signing === 'required' ? 'Signatures are required' : 'Signatures are optional',
        description:
          signing === 'required' ? 'Unsigned requests are refused.' : 'Unsigned requests are accepted again.',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sdkCredentialsQuery(project_id).queryKey }),
  });
  const required = access.signing === 'required';
  const set = (next: boolean) => {
    if (next) return setIsConfirming(true);
    change.mutate('optional', { onError: (error) => toastFailure('Signing was not changed', error) });
  };
  return (
    <div className="border-t border-line px-4 py-3">
      <Field
        inline
        label="Require signatures"
        hint={
          required
            ? 'Requests without a valid signature are refused.'
            : 'Signed requests are checked; unsigned ones are accepted too.'
        }
      >
        <Switch checked={required} disabled={!mayEdit || change.isPending} onCheckedChange={set} />
      </Field>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Require signatures?"
        text="From this moment on, requests of apps that do not sign are refused, and what they report is lost. Do it once every version in use has a credential."
        confirmLabel="Require signatures"
        onConfirm={() => change.mutateAsync('required')}
      />
    </div>
  );
}
