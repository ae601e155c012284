import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BULK_ACTIONS, changeCampaigns } from '@trailmark/contract/campaign-report';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { countInWords } from '../../../words/count-in-words.ts';
import { campaignsKey } from '../campaigns-query.ts';

export type BulkAction = (typeof BULK_ACTIONS)[number];

/** As many as one call takes. */
export const MOST_SELECTED = 500;

const DONE: Record<BulkAction, string> = {
  pause: 'paused',
  resume: 'active',
  archive: 'archived',
  restore: 'restored',
  tag: 'tagged',
  untag: 'without the tag',
};

interface BulkChange {
  action: BulkAction;
  tag?: string;
}

/** Changes many campaigns at once: all of them, or none. */
export function useBulkChange(ids: readonly string[], onDone: () => void) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ action, tag }: BulkChange) =>
      call(changeCampaigns, { body: { project_id, campaign_ids: [...ids], action, tag } }),
    onSuccess: ({ changed }, { action }) => {
      const verb = changed === 1 ? 'is' : 'are';
      toast({ title: `${countInWords(changed, 'campaign')} ${verb} ${DONE[action]}` });
      onDone();
    },
    onError: (error) => toastFailure('No campaign was changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) }),
  });
}
