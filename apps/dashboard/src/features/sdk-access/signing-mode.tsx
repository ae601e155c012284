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
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast-store.ts';
import { sdkCredentialsQuery } from './sdk-credentials-query.ts';
import { SignatureCounts } from './signature-counts.tsx';

const MODES: Record<Signing, { label: string; hint: string; done: string; effect: string }> = {
  off: {
    label: 'Off',
    hint: 'Signatures are not checked.',
    done: 'Signatures are off',
    effect: 'They are no longer checked.',
  },
  report: {
    label: 'Report',
    hint: 'Signatures are checked and counted below. Nothing is refused.',
    done: 'Signatures are reported',
    effect: 'They are checked and counted. Nothing is refused.',
  },
  required: {
    label: 'Required',
    hint: 'Requests without a valid signature are refused. Pages of your web hosts do not sign.',
    done: 'Signatures are required',
    effect: 'Requests without a valid one are refused.',
  },
};

interface SigningModeProps {
  access: Output<typeof listSdkCredentials>;
  mayEdit: boolean;
}

/** Off, report or required; requiring it needs a confirmation, since apps without a secret stop being counted. */
export function SigningMode({ access, mayEdit }: SigningModeProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const change = useMutation({
    mutationFn: (signing: Signing) => call(updateSdkCredential, { body: { project_id, signing } }),
    onSuccess: ({ signing }) => toast({ title: MODES[signing].done, description: MODES[signing].effect }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sdkCredentialsQuery(project_id).queryKey }),
  });
  const choose = (mode: Signing) => {
    if (mode === 'required') return setIsConfirming(true);
    change.mutate(mode, { onError: (error) => toastFailure('Signing was not changed', error) });
  };
  const isDisabled = !mayEdit || change.isPending;
  const options = (['off', 'report', 'required'] as const).map((value) => ({
    value,
    label: MODES[value].label,
    disabled: isDisabled,
  }));
  return (
    <div className="grid gap-3 border-t border-line px-4 py-3">
      <Field group label="Signatures" hint={MODES[access.signing].hint}>
        <Segmented options={options} value={access.signing} onValueChange={choose} />
      </Field>
      {access.signing !== 'off' && <SignatureCounts days={access.signatures} />}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Require signatures?"
        text="From this moment on, requests of apps that do not sign are refused, and their data is lost. Do it once every version in use has a credential."
        confirmLabel="Require signatures"
        onConfirm={() => change.mutateAsync('required')}
      />
    </div>
  );
}
