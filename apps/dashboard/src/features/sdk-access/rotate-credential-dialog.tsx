import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SdkCredential, updateSdkCredential } from '@trailmark/contract/sdk-credentials';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { KEEP_OLD_OPTIONS } from '../../words/keep-old-choices.ts';
import { CredentialDialog, type MadeCredential } from './credential-dialog.tsx';
import { sdkCredentialsQuery } from './sdk-credentials-query.ts';

interface RotateCredentialDialogProps {
  credential: SdkCredential;
  onClose: () => void;
}

/** Replaces a credential; the old one goes on working as long as app versions need to be replaced. */
export function RotateCredentialDialog({ credential, onClose }: RotateCredentialDialogProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [hours, setHours] = useState('720');
  const [made, setMade] = useState<MadeCredential | null>(null);
  const rotate = useMutation({
    mutationFn: () => {
      const body = { project_id, id: credential.id, rotate: { keep_old_hours: Number(hours) } };
      return call(updateSdkCredential, { body });
    },
    onSuccess: ({ secret_key, credential: fresh }) => {
      if (secret_key && fresh) setMade({ secret: secret_key, credential: fresh });
    },
    onError: (error) => toastFailure('The credential was not rotated', error),
  });
  // The row of the old one may move: the list is read again only when the secret is stored.
  const close = () => {
    void queryClient.invalidateQueries({ queryKey: sdkCredentialsQuery(project_id).queryKey });
    onClose();
  };
  return (
    <CredentialDialog
      title={`Rotate ${credential.key_id}`}
      description="Creates a new key id and secret. The secret is shown once."
      made={made}
      onClose={close}
    >
      <DialogForm onSubmit={() => rotate.mutate()} submitLabel="Rotate" pending={rotate.isPending}>
        <Field
          label="Keep the old credential working for"
          hint="People update apps slowly; the old versions sign with the old secret."
        >
          <Select options={KEEP_OLD_OPTIONS} value={hours} onValueChange={setHours} />
        </Field>
        {hours === '0' && (
          <Notice tone="warn">
            Apps that still sign with the old secret are refused from this moment on.
          </Notice>
        )}
      </DialogForm>
    </CredentialDialog>
  );
}
