import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Campaign, createCampaign } from '@trailmark/contract/campaigns';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../api/client.ts';
import { showServerReasons } from '../../failures/field-reason.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import { campaignsKey } from './campaigns-query.ts';
import { CampaignColumns } from './form/campaign-columns.tsx';
import { CampaignForm } from './form/campaign-form.tsx';
import { CampaignMade } from './form/campaign-made.tsx';
import {
  type CampaignValues,
  campaignResolver,
  emptyCampaign,
  type FilledCampaign,
} from './form/campaign-values.ts';
import { TypedPreview } from './preview/link-preview.tsx';

/** What do I want to measure? */
export function NewCampaignScreen() {
  const [made, setMade] = useState<Campaign | null>(null);
  return (
    <Page className="max-w-[1180px]">
      {made ? (
        <CampaignMade campaign={made} onAnother={() => setMade(null)} />
      ) : (
        <NewCampaign onMade={setMade} />
      )}
    </Page>
  );
}

function NewCampaign({ onMade }: { onMade: (campaign: Campaign) => void }) {
  const { project_id, timezone } = useProject();
  const queryClient = useQueryClient();
  const form = useForm<CampaignValues, unknown, FilledCampaign>({
    resolver: campaignResolver(timezone),
    defaultValues: emptyCampaign(),
  });
  const create = useMutation({
    mutationFn: (filled: FilledCampaign) => call(createCampaign, { body: { project_id, ...filled } }),
    onSuccess: (campaign) => {
      onMade(campaign);
      void queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
    },
    onError: (error) => {
      showServerReasons(form, error);
      toastFailure('The campaign was not created', error);
    },
  });
  const { isDirty } = form.formState;
  return (
    <CampaignColumns aside={<TypedPreview form={form} />}>
      <CampaignForm form={form} onSubmit={(filled) => create.mutate(filled)}>
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
  );
}
