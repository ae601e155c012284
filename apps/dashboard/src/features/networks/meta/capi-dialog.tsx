import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MetaCapiConfig, updateMetaCapiConfig } from '@trailmark/contract/meta';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { showServerReasons } from '../../../failures/field-reason.ts';
import { connectionsKey } from '../../../project/connections-query.ts';
import { useProject } from '../../../project/current-project.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { AccountDialogFrame, type AccountDialogProps, AccountSettings } from '../account-dialog.tsx';
import { CodeField, SaveFailed, TokenField } from '../account-fields.tsx';
import { Instructions } from '../vendor-help.tsx';
import { CapiCheckResults } from './capi-check.tsx';
import { capiQuery, useVerifyCapi } from './capi-query.ts';

/** The dataset that conversions of an account are sent to. */
export function CapiDialog({ account, onClose }: AccountDialogProps) {
  const { project_id } = useProject();
  const config = useQuery({ ...capiQuery(project_id, account.ad_network_id), staleTime: 0 });
  return (
    <AccountDialogFrame
      account={account}
      onClose={onClose}
      description="Installs, events and purchases are sent to a dataset of this account by the Conversions API."
    >
      <AccountSettings query={config} fields={3}>
        {(settings) => <CapiForm config={settings} />}
      </AccountSettings>
    </AccountDialogFrame>
  );
}

interface CapiValues {
  dataset_id: string;
  capi_access_token: string;
  test_event_code: string;
}

function useSaveCapi(accountId: string) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const verify = useVerifyCapi(accountId);
  const save = useMutation({
    mutationFn: async ({ dataset_id, capi_access_token, test_event_code }: CapiValues) => {
      const saved = await call(updateMetaCapiConfig, {
        params: { network_account_id: accountId },
        body: {
          project_id,
          dataset_id,
          test_event_code: test_event_code || null,
          ...(capi_access_token ? { capi_access_token } : {}),
        },
      });
      queryClient.setQueryData(capiQuery(project_id, accountId).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: [...connectionsKey(project_id), 'health'] });
    },
    onSuccess: () => verify.mutate(),
  });
  return { save, verify };
}

function CapiForm({ config }: { config: MetaCapiConfig }) {
  const { network_account_id, dataset_id, capi_access_token_hint: hint, test_event_code } = config;
  const form = useForm<CapiValues>({
    defaultValues: {
      dataset_id: dataset_id ?? '',
      capi_access_token: '',
      test_event_code: test_event_code ?? '',
    },
  });
  const { save, verify } = useSaveCapi(network_account_id);
  const submit = form.handleSubmit((values) => {
    verify.reset();
    save.mutate(values, {
      // The token goes in and never comes out again.
      onSuccess: () => form.reset({ ...values, capi_access_token: '' }),
      onError: (error) => showServerReasons(form, error),
    });
  });
  const isMarked = Object.keys(form.formState.errors).length > 0;
  const failure = verify.error ?? (isMarked ? null : save.error);
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel="Save and check"
      cancelLabel={save.isSuccess ? 'Close' : 'Cancel'}
      pending={save.isPending || verify.isPending}
    >
      <Instructions
        link={<OutsideLink href="https://business.facebook.com/events_manager2">Events Manager</OutsideLink>}
        steps={[
          'Open the dataset, or create one, and connect your app to it under Settings.',
          'Under Settings, Conversions API, generate an access token.',
        ]}
      />
      <CodeField
        form={form}
        name="dataset_id"
        label="Dataset ID"
        hint="Digits, under the dataset’s name."
        required
      />
      <TokenField
        form={form}
        name="capi_access_token"
        label="Access token"
        stored={hint}
        required={hint === null}
      />
      <CodeField
        form={form}
        name="test_event_code"
        label="Test event code (optional)"
        hint="From Test events in Events Manager. While it is set, events are shown there and still count. Remove it when you are done."
      />
      {verify.data && !verify.error && <CapiCheckResults check={verify.data} />}
      <SaveFailed error={failure} />
    </DialogForm>
  );
}
