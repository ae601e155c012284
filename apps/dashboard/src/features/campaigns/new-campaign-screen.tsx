import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createCampaign } from '@trailmark/contract/campaigns';
import { useForm } from 'react-hook-form';
import { call } from '../../api/client.ts';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import { campaignQuery, campaignsKey, firstClickQuery } from './campaigns-query.ts';
import { CampaignColumns } from './form/campaign-columns.tsx';
import { CampaignForm } from './form/campaign-form.tsx';
import {
  type CampaignValues,
  campaignResolver,
  emptyCampaign,
  type FilledCampaign,
} from './form/campaign-values.ts';
import { TypedPreview } from './preview/link-preview.tsx';

/** What do I want to measure? */
export function NewCampaignScreen() {
  const { timezone } = useProject();
  const form = useForm<CampaignValues, unknown, FilledCampaign>({
    resolver: campaignResolver(timezone),
    defaultValues: emptyCampaign(),
  });
  const create = useCreateCampaign((error) => showServerReasons(form, error));
  const { isDirty } = form.formState;
  return (
    <Page className="max-w-[1180px]">
      <CampaignColumns aside={<TypedPreview form={form} />}>
        <CampaignForm isNew form={form} onSubmit={(filled) => create.mutate(filled)}>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" size="lg" loading={create.isPending}>
              Create campaign
            </Button>
            <Button variant="quiet" size="lg" asChild>
              <Link to="/campaigns">Cancel</Link>
            </Button>
          </div>
          <LeaveGuard dirty={isDirty && !create.isPending && !create.isSuccess} />
        </CampaignForm>
      </CampaignColumns>
    </Page>
  );
}

/** Creates the campaign and goes to its page, which has the link. */
function useCreateCampaign(onRefused: (error: Error) => void) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (filled: FilledCampaign) => call(createCampaign, { body: { project_id, ...filled } }),
    onSuccess: (campaign) => {
      const { campaign_id } = campaign;
      queryClient.setQueryData(campaignQuery(project_id, campaign_id).queryKey, campaign);
      queryClient.setQueryData(firstClickQuery(project_id, campaign_id).queryKey, null);
      void queryClient.invalidateQueries({ queryKey: campaignsKey(project_id), refetchType: 'none' });
      void navigate({
        to: '/campaigns/$campaign_id',
        params: { campaign_id },
        replace: true,
        ignoreBlocker: true,
      });
    },
    onError: (error) => {
      onRefused(error);
      toastFailure('The campaign was not created', error);
    },
  });
}
