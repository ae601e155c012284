import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImportedKeyForm, importSdkCredential } from '@trailmark/contract/sdk-credentials';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/client.ts';
import { fieldReason, showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CREDENTIAL_PLATFORMS } from './credential-platforms.tsx';
import { sdkCredentialsQuery } from './sdk-credentials-query.ts';

const EMPTY: z.input<typeof ImportedKeyForm> = { platform: 'IOS', key_id: '', secret: '' };

export function ImportKeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Add a signing key of another provider"
        description="The key id and the secret with which your released app signs its requests."
      >
        <ImportKeyForm onAdded={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function ImportKeyForm({ onAdded }: { onAdded: () => void }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(ImportedKeyForm), defaultValues: EMPTY });
  const { errors } = form.formState;
  const add = useMutation({
    mutationFn: (values: z.output<typeof ImportedKeyForm>) =>
      call(importSdkCredential, { body: { project_id, ...values } }),
    onSuccess: async ({ credential }) => {
      await queryClient.invalidateQueries({ queryKey: sdkCredentialsQuery(project_id).queryKey });
      toast({ title: 'Signing key added', description: `${credential.key_id} is under Request signing.` });
      onAdded();
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The signing key was not added', error);
    },
  });
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((values) => add.mutate(values))}
      submitLabel="Add signing key"
      pending={add.isPending}
    >
      <Field label="For which app" group>
        <Controller
          control={form.control}
          name="platform"
          render={({ field }) => (
            <RadioCards
              options={CREDENTIAL_PLATFORMS}
              value={field.value}
              onValueChange={field.onChange}
              className="grid-cols-2"
            />
          )}
        />
      </Field>
      <Field label="Key id" required error={fieldReason('Key id', errors.key_id?.message)}>
        <Input className="mono" {...plain} {...form.register('key_id')} />
      </Field>
      <Field
        label="Secret"
        required
        hint="It is stored encrypted and cannot be shown again."
        error={fieldReason('Secret', errors.secret?.message)}
      >
        {/* The class keeps the session recorder away from the secret. */}
        <Input className="mp-block mono" type="password" {...plain} {...form.register('secret')} />
      </Field>
    </DialogForm>
  );
}
