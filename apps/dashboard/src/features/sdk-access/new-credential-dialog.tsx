import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createSdkCredential } from '@trailmark/contract/sdk-credentials';
import type { StorePlatform } from '@trailmark/contract/store-listings';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { CredentialDialog, type MadeCredential } from './credential-dialog.tsx';
import { CREDENTIAL_PLATFORMS } from './credential-platforms.tsx';
import { sdkCredentialsQuery } from './sdk-credentials-query.ts';

export function NewCredentialDialog({ onClose }: { onClose: () => void }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const [platform, setPlatform] = useState<StorePlatform>('IOS');
  const [made, setMade] = useState<MadeCredential | null>(null);
  const create = useMutation({
    mutationFn: () => call(createSdkCredential, { body: { project_id, platform } }),
    onSuccess: ({ secret_key, credential }) => {
      setMade({ secret: secret_key, credential });
      void queryClient.invalidateQueries({ queryKey: sdkCredentialsQuery(project_id).queryKey });
    },
    onError: (error) => toastFailure('No credential was created', error),
  });
  return (
    <CredentialDialog
      title="Add a credential"
      description="A key id and a secret with which one app signs its requests. The secret is shown once."
      made={made}
      onClose={onClose}
    >
      <DialogForm onSubmit={() => create.mutate()} submitLabel="Create credential" pending={create.isPending}>
        <Field label="For which app" group>
          <RadioCards
            options={CREDENTIAL_PLATFORMS}
            value={platform}
            onValueChange={setPlatform}
            className="grid-cols-2"
          />
        </Field>
      </DialogForm>
    </CredentialDialog>
  );
}
