import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImportedTokenText, importToken } from '@trailmark/contract/keys';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/client.ts';
import { fieldReason, showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { projectTokenQuery } from '../../project/project-token-query.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';

const resolver = zodResolver(z.object({ token: ImportedTokenText }));

export function ImportTokenDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Add a token of another provider"
        description="The public token that your released app was built with. It works in addition to the token of this project."
      >
        <ImportTokenForm onAdded={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function ImportTokenForm({ onAdded }: { onAdded: () => void }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const form = useForm({ resolver, defaultValues: { token: '' } });
  const add = useMutation({
    mutationFn: ({ token }: { token: string }) => call(importToken, { body: { project_id, token } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectTokenQuery(project_id).queryKey });
      toast({ title: 'Token added', description: 'Requests that carry it count for this project.' });
      onAdded();
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The token was not added', error);
    },
  });
  return (
    <DialogForm
      onSubmit={form.handleSubmit((values) => add.mutate(values))}
      submitLabel="Add token"
      pending={add.isPending}
    >
      <Field label="Token" required error={fieldReason('Token', form.formState.errors.token?.message)}>
        <Input
          className="mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('token')}
        />
      </Field>
    </DialogForm>
  );
}
