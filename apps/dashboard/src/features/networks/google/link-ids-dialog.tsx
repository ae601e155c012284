import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkGoogleLinkIds, type GoogleLink, updateGoogleLinkIds } from '@trailmark/contract/google-ads';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { showServerReasons } from '../../../failures/field-reason.ts';
import { useProject } from '../../../project/current-project.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { AccountDialogFrame, type AccountDialogProps } from '../account-dialog.tsx';
import { CodeField, SaveFailed } from '../account-fields.tsx';
import { CheckList } from '../check-list.tsx';
import type { ConnectedAccount } from '../network-api.ts';
import { accountsQuery, networkKey } from '../networks-query.ts';
import { Instructions } from '../vendor-help.tsx';
import { linkWords } from './link-words.ts';

/** The links by which Google takes events of an account's apps. */
export function LinkIdsDialog({ account, onClose }: AccountDialogProps) {
  return (
    <AccountDialogFrame
      account={account}
      onClose={onClose}
      description="Conversions of websites are sent to this account without a link. Events of an app need a link between the app and Trailmark."
    >
      <LinkIdsForm account={account} />
    </AccountDialogFrame>
  );
}

interface LinkValues {
  link_ids: { android: string; ios: string };
}

function useSaveLinks(network_account_id: string) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const query = { project_id };
  return useMutation({
    mutationFn: async ({ link_ids: { android, ios } }: LinkValues) => {
      const link_ids = { android: android || null, ios: ios || null };
      await call(updateGoogleLinkIds, { query, body: { network_account_id, link_ids } });
      return await call(checkGoogleLinkIds, { query, body: { network_account_id } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: networkKey(project_id, 'GOOGLE') }),
    onSuccess: ({ reason: _, ...saved }) =>
      queryClient.setQueryData(
        accountsQuery(project_id, 'GOOGLE').queryKey,
        (before) =>
          before && {
            ...before,
            accounts: before.accounts.map((one) => (one.ad_network_id === saved.ad_network_id ? saved : one)),
          },
      ),
  });
}

function LinkIdsForm({ account }: { account: ConnectedAccount }) {
  const { android, ios } = account.links ?? {};
  const form = useForm<LinkValues>({
    values: { link_ids: { android: android?.link_id ?? '', ios: ios?.link_id ?? '' } },
    resetOptions: { keepDirtyValues: true },
  });
  const save = useSaveLinks(account.ad_network_id);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, { onError: (error) => showServerReasons(form, error) }),
  );
  const isMarked = Object.keys(form.formState.errors).length > 0;
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel="Save and check"
      cancelLabel={save.isSuccess ? 'Close' : 'Cancel'}
      pending={save.isPending}
    >
      <Instructions
        link={<OutsideLink href="https://ads.google.com/">Google Ads</OutsideLink>}
        steps={[
          'Under Tools, Data manager, Third-party app analytics, create a link for each app.',
          'Copy its link ID: 32 characters of 0 to 9 and A to F.',
        ]}
      />
      <CodeField
        form={form}
        name="link_ids.android"
        label="Android link ID (optional)"
        hint="Without it, events of Android are not sent."
      />
      <CodeField
        form={form}
        name="link_ids.ios"
        label="iOS link ID (optional)"
        hint="Without it, events of iOS are not sent."
      />
      <LinkStates links={{ android, ios }} reason={save.data?.reason ?? null} />
      <SaveFailed error={isMarked ? null : save.error} />
    </DialogForm>
  );
}

interface LinkStatesProps {
  links: { android: GoogleLink | undefined; ios: GoogleLink | undefined };
  /** What keeps events of apps from being taken. */
  reason: string | null;
}

/** As Google said when it was last asked. */
function LinkStates({ links: { android, ios }, reason }: LinkStatesProps) {
  if (!android?.link_id && !ios?.link_id && reason === null) return null;
  return (
    <CheckList label="What Google answered" checks={[linkWords('Android', android), linkWords('iOS', ios)]}>
      {reason && <p className="break-words text-text-2">{reason}</p>}
    </CheckList>
  );
}
