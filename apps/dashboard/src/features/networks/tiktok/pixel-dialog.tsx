import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getTiktokPixel, type TiktokPixel, updateTiktokPixel } from '@trailmark/contract/tiktok';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { showServerReasons } from '../../../failures/field-reason.ts';
import { connectionsKey } from '../../../project/connections-query.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Field } from '../../../ui/field.tsx';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { AccountDialogFrame, type AccountDialogProps, AccountSettings } from '../account-dialog.tsx';
import { CodeField, SaveFailed, TokenField } from '../account-fields.tsx';
import { networkKey } from '../networks-query.ts';
import { Instructions } from '../vendor-help.tsx';

/** Where the conversions of a pixel are sent. */
function pixelQuery(projectId: string, account_id: string) {
  return queryOptions({
    queryKey: [...networkKey(projectId, 'TIKTOK'), 'pixel', account_id],
    queryFn: () => call(getTiktokPixel, { params: { account_id }, query: { project_id: projectId } }),
    staleTime: 0,
  });
}

/** The apps of a pixel, its test code and its token. */
export function PixelDialog({ account, onClose }: AccountDialogProps) {
  const { project_id } = useProject();
  const pixel = useQuery(pixelQuery(project_id, account.ad_network_id));
  return (
    <AccountDialogFrame
      account={account}
      onClose={onClose}
      description="Events of your website are sent to this pixel, events of your apps to their IDs at TikTok."
    >
      <AccountSettings query={pixel} fields={3} isLongerOnPhone>
        {(settings) => <PixelForm pixel={settings} onDone={onClose} />}
      </AccountSettings>
    </AccountDialogFrame>
  );
}

interface PixelValues {
  app_ids: { android: string; ios: string };
  test_event_code: string;
  access_token: string;
}

interface PixelFormProps {
  pixel: TiktokPixel;
  onDone: () => void;
}

function useSavePixel({ pixel: { account_id, name }, onDone }: PixelFormProps) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ values, isTokenRemoved }: { values: PixelValues; isTokenRemoved: boolean }) =>
      call(updateTiktokPixel, {
        params: { account_id },
        query: { project_id },
        body: {
          app_ids: { android: values.app_ids.android || null, ios: values.app_ids.ios || null },
          test_event_code: values.test_event_code || null,
          ...(values.access_token ? { access_token: values.access_token } : {}),
          ...(isTokenRemoved ? { access_token: null } : {}),
        },
      }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(pixelQuery(project_id, account_id).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: [...connectionsKey(project_id), 'health'] });
      toast({ title: `${name} is saved` });
      onDone();
    },
  });
}

function PixelForm({ pixel, onDone }: PixelFormProps) {
  const { app_ids, test_event_code, access_token_hint: hint, pixel_code } = pixel;
  const [isTokenRemoved, setIsTokenRemoved] = useState(false);
  const form = useForm<PixelValues>({
    defaultValues: {
      app_ids: { android: app_ids.android ?? '', ios: app_ids.ios ?? '' },
      test_event_code: test_event_code ?? '',
      access_token: '',
    },
  });
  const save = useSavePixel({ pixel, onDone });
  const submit = form.handleSubmit((values) =>
    save.mutate({ values, isTokenRemoved }, { onError: (error) => showServerReasons(form, error) }),
  );
  const isMarked = Object.keys(form.formState.errors).length > 0;
  return (
    <DialogForm onSubmit={submit} submitLabel="Save pixel" pending={save.isPending}>
      <Instructions
        link={
          <OutsideLink href="https://ads.tiktok.com/i18n/events_manager">TikTok Events Manager</OutsideLink>
        }
        steps={[
          'Under App, copy the IDs next to the names of your apps.',
          `For a token of its own, open the pixel ${pixel_code}, Settings. Without one, the sign-in is used.`,
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CodeField
          form={form}
          name="app_ids.android"
          label="Android app ID (optional)"
          hint="Without it, events of Android are not sent."
        />
        <CodeField
          form={form}
          name="app_ids.ios"
          label="iOS app ID (optional)"
          hint="Without it, events of iOS are not sent."
        />
      </div>
      <CodeField
        form={form}
        name="test_event_code"
        label="Test event code (optional)"
        hint="From Test events. While it is set, events are shown there. Remove it when you are done."
      />
      {!isTokenRemoved && (
        <TokenField form={form} name="access_token" label="Access token (optional)" stored={hint} />
      )}
      {hint !== null && (
        <Field label="Delete the pixel’s token and use the sign-in" inline>
          <Checkbox
            checked={isTokenRemoved}
            onCheckedChange={(checked) => setIsTokenRemoved(checked === true)}
          />
        </Field>
      )}
      <SaveFailed error={isMarked ? null : save.error} />
    </DialogForm>
  );
}
