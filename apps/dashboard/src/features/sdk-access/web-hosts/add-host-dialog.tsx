import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { WhitelistedHostForm } from '@trailmark/contract/web-sdk';
import { useForm } from 'react-hook-form';
import { fieldReason, showServerReasons } from '../../../failures/field-reason.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Dialog, DialogContent } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useAllowHost } from './use-allow-host.ts';
import { webHostsQuery } from './web-hosts-query.ts';

const resolver = zodResolver(WhitelistedHostForm);

export function AddHostDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Add a host"
        description="Pages of this host may send events from now on. *.example.com allows every host below example.com, but not example.com itself."
      >
        <AddHostForm onAdded={onClose} />
      </DialogContent>
    </Dialog>
  );
}

/** The first host is most likely that of the website that the project was made for. */
function useExpectedHost(): string {
  const { project_id, website } = useProject();
  const { data } = useQuery(webHostsQuery(project_id));
  const isFirst = data?.hosts.length === 0;
  return isFirst && website && URL.canParse(website) ? new URL(website).host : '';
}

function AddHostForm({ onAdded }: { onAdded: () => void }) {
  const host = useExpectedHost();
  const form = useForm({ resolver, defaultValues: { host } });
  const allow = useAllowHost();
  const submit = ({ host }: { host: string }) =>
    allow.mutate(host, {
      onSuccess: onAdded,
      onError: (error) => {
        showServerReasons(form, error);
        toastFailure('The host was not added', error);
      },
    });
  return (
    <DialogForm onSubmit={form.handleSubmit(submit)} submitLabel="Add host" pending={allow.isPending}>
      <Field
        label="Host"
        required
        hint="With its port where it is not the usual one, such as shop.example.com:8443."
        error={fieldReason('Host', form.formState.errors.host?.message)}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          placeholder="shop.example.com"
          {...form.register('host')}
        />
      </Field>
    </DialogForm>
  );
}
