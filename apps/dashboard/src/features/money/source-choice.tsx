import { useMutation, useQueryClient } from '@tanstack/react-query';
import { chooseSpendSource } from '@trailmark/contract/network-spend';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useMay, useProject } from '../../project/current-project.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { CampaignOfTwoSources } from './spend-sources.ts';

/** Campaigns that a network and a file both report on, and which of the two counts. */
export function SourceChoices({ campaigns }: { campaigns: readonly CampaignOfTwoSources[] }) {
  if (campaigns.length === 0) return null;
  return (
    <section aria-label="Campaigns with two sources" className="grid gap-2.5 border-y border-line px-4 py-3">
      <p className="text-sm text-text-2">
        A network and a file both report spend for these campaigns. On days with both, only one of them
        counts.
      </p>
      <ul className="grid max-h-60 gap-2 overflow-y-auto">
        {campaigns.map((campaign) => (
          <SourceChoice key={campaign.campaign_id} campaign={campaign} />
        ))}
      </ul>
    </section>
  );
}

function SourceChoice({ campaign }: { campaign: CampaignOfTwoSources }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('campaigns.edit');
  const queryClient = useQueryClient();
  const { campaign_id, name, network, counts } = campaign;
  const words = { network, file: 'File' };
  const choose = useMutation({
    mutationFn: (spend_source: 'network' | 'file') =>
      call(chooseSpendSource, { body: { project_id, campaign_id, spend_source } }),
    onSuccess: async ({ spend_source }) => {
      toast({
        title: `${words[spend_source]} counts for ${name}`,
        description: 'Reports are being updated.',
      });
      // Spend is in every metric of cost and return.
      await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
    },
    onError: (error) => toastFailure('The source was not changed', error),
  });
  const shown = choose.isPending ? choose.variables : counts;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <span className="min-w-0 truncate font-medium">{name}</span>
      {mayEdit ? (
        <Segmented
          aria-label={`What counts for ${name}`}
          options={[
            { value: 'network', label: words.network },
            { value: 'file', label: words.file },
          ]}
          value={shown}
          onValueChange={(next) => choose.mutate(next)}
        />
      ) : (
        <span className="text-sm text-text-2">{words[counts]} counts</span>
      )}
    </li>
  );
}
