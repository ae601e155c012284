import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Campaign, updateCampaign } from '@trailmark/contract/campaigns';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { showServerReasons } from '../../../failures/field-reason.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { WhatIfNote } from '../../../report/what-if/what-if-note.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useMayEditCampaign } from '../campaign-permission.ts';
import { campaignQuery, campaignsKey } from '../campaigns-query.ts';
import { CampaignColumns } from '../form/campaign-columns.tsx';
import { CampaignForm } from '../form/campaign-form.tsx';
import {
  type CampaignFormControl,
  type CampaignValues,
  campaignResolver,
  type FilledCampaign,
  triedWindows,
  valuesOf,
} from '../form/campaign-values.ts';
import { QrCode, QrDownloads } from '../links/qr-code.tsx';
import { SavedPreview, TypedPreview } from '../preview/link-preview.tsx';

export function SettingsTab({ campaign }: { campaign: Campaign }) {
  const { project_id, timezone, role } = useProject();
  const readOnly = !useMayEditCampaign();
  const queryClient = useQueryClient();
  const form = useForm<CampaignValues, unknown, FilledCampaign>({
    resolver: campaignResolver(timezone),
    defaultValues: valuesOf(campaign, timezone),
  });
  const { campaign_id } = campaign;
  const save = useMutation({
    mutationFn: (filled: FilledCampaign) =>
      call(updateCampaign, { body: { project_id, campaign_id, ...filled } }),
    onSuccess: async (saved) => {
      form.reset(valuesOf(saved, timezone));
      queryClient.setQueryData(campaignQuery(project_id, campaign_id).queryKey, saved);
      toast({ title: 'Campaign saved' });
      await queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The campaign was not saved', error);
    },
  });
  const { isDirty } = form.formState;
  return (
    <CampaignColumns
      head={<ShortLinkCard campaign={campaign} />}
      aside={
        isDirty ? (
          <TypedPreview form={form} campaignId={campaign_id} />
        ) : (
          <SavedPreview campaignId={campaign_id} />
        )
      }
    >
      {readOnly && (
        <Notice title="You can see this campaign but not change it" className="mb-4">
          {role === 'guest'
            ? 'It is shared with you to view. The person who shared it can let you edit it.'
            : `Your role here is ${role}. Owners, admins and members change campaigns.`}
        </Notice>
      )}
      <CampaignForm form={form} disabled={readOnly} onSubmit={(filled) => save.mutate(filled)}>
        {isDirty && !readOnly && (
          <SaveBar saving={save.isPending} onDiscard={() => form.reset()}>
            <WindowsNote form={form} campaign={campaign} />
          </SaveBar>
        )}
        <LeaveGuard dirty={isDirty && !save.isPending} />
      </CampaignForm>
    </CampaignColumns>
  );
}

/** What other windows of the campaign would change. */
function WindowsNote({ form, campaign }: { form: CampaignFormControl; campaign: Campaign }) {
  const windows = triedWindows(form.watch('windows'), campaign.windows);
  return <WhatIfNote change={windows && { campaign_id: campaign.campaign_id, windows }} />;
}

/** The default link, to take away. */
function ShortLinkCard({ campaign }: { campaign: Campaign }) {
  const { link, default_link_id } = campaign;
  return (
    <Card>
      <CardHeader title="Short link" />
      <CardBody className="grid gap-3">
        <CopyField aria-label="Short link" value={link} copyLabel="Copy the short link" />
        <div className="flex flex-wrap items-end gap-3">
          <QrCode linkId={default_link_id} url={link} />
          <QrDownloads linkId={default_link_id} url={link} />
        </div>
      </CardBody>
    </Card>
  );
}
