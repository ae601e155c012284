import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  archiveCampaign,
  type Campaign,
  deleteCampaign,
  duplicateCampaign,
  updateCampaign,
} from '@trailmark/contract/campaigns';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { toast } from '../../ui/toast-store.ts';
import { campaignQuery, campaignsKey } from './campaigns-query.ts';

/** What can be done to a whole campaign, from the list and from its own page. */
export function useCampaignActions({ campaign_id, name }: Pick<Campaign, 'campaign_id' | 'name'>) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const one = { project_id, campaign_id };
  const refresh = () => queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) });
  const setActive = useMutation({
    mutationFn: (active: boolean) => call(updateCampaign, { body: { ...one, active } }),
    onSuccess: ({ active }) =>
      toast({
        title: active ? `${name} is active` : `${name} is paused`,
        ...(active ? {} : { description: 'Its links are closed until you switch it on again.' }),
      }),
    onError: (error) => toastFailure(`${name} was not changed`, error),
    onSettled: refresh,
  });
  const archive = useMutation({
    mutationFn: (archived: boolean) => call(archiveCampaign, { body: { ...one, archived } }),
    onSuccess: ({ archived_at }) =>
      toast(
        archived_at
          ? { title: `${name} is archived`, description: 'Its links no longer work. Its data is kept.' }
          : { title: `${name} is back` },
      ),
    onError: (error) => toastFailure(`${name} was not changed`, error),
    onSettled: refresh,
  });
  const duplicate = useMutation({
    mutationFn: () => call(duplicateCampaign, { body: one }),
    onSuccess: (copy) => {
      const open = () =>
        void navigate({ to: '/campaigns/$campaign_id', params: { campaign_id: copy.campaign_id } });
      toast({
        title: `${copy.name} created`,
        description: 'It has a link of its own.',
        action: { label: 'Open it', onSelect: open },
      });
    },
    onError: (error) => toastFailure(`${name} was not duplicated`, error),
    onSettled: refresh,
  });
  const saveTags = (tags: string[]) => call(updateCampaign, { body: { ...one, tags } });
  const remove = async () => {
    await call(deleteCampaign, { query: one });
    toast({ title: `${name} is deleted` });
    queryClient.removeQueries({ queryKey: campaignQuery(project_id, campaign_id).queryKey });
    await refresh();
  };
  return { setActive, archive, duplicate, saveTags, remove };
}
