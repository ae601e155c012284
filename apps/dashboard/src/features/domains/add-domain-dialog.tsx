import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addDomain, Host } from '@trailmark/contract/domains';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/client.ts';
import { fieldReason, showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { domainsQuery } from '../../project/domains-query.ts';
import { Dialog, DialogContent } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast-store.ts';

const resolver = zodResolver(z.object({ host: Host }));

export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Add a domain"
        description="One that is used for nothing else, such as go.example.com. What to set in its DNS comes next."
      >
        <AddDomainForm onAdded={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function AddDomainForm({ onAdded }: { onAdded: () => void }) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const form = useForm({ resolver, defaultValues: { host: '' } });
  const add = useMutation({
    mutationFn: ({ host }: { host: string }) => call(addDomain, { body: { project_id, host } }),
    onSuccess: async ({ host }) => {
      await queryClient.invalidateQueries({ queryKey: domainsQuery(project_id).queryKey });
      toast({ title: `${host} is added`, description: 'Set its DNS records, then check.' });
      onAdded();
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The domain was not added', error);
    },
  });
  return (
    <DialogForm
      onSubmit={form.handleSubmit((values) => add.mutate(values))}
      submitLabel="Add domain"
      pending={add.isPending}
    >
      <Field label="Domain" required error={fieldReason('Domain', form.formState.errors.host?.message)}>
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          placeholder="go.example.com"
          {...form.register('host')}
        />
      </Field>
    </DialogForm>
  );
}
