import { useMutation, useQueryClient } from '@tanstack/react-query';
import { matchNetworkAd, type NetworkAd } from '@trailmark/contract/network-spend';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { toast } from '../../ui/toast-store.ts';
import { type AdMatch, matchOf, movedWords } from './match-words.ts';

/** Says whose an ad of a network is, and what has moved by it; the toast takes it back. */
export function useMatchAd(ad: NetworkAd) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const { kind, ad_account_id, network_campaign_id, network_ad_set_id, network_ad_id } = ad;
  const send = async ({ campaign, link_id, ignored }: AdMatch) => {
    await call(matchNetworkAd, {
      body: {
        project_id,
        kind,
        ad_account_id,
        network_campaign_id,
        network_ad_set_id,
        network_ad_id,
        campaign_id: campaign?.campaign_id ?? null,
        link_id,
        ignored,
      },
    });
    // Spend is in every metric of cost and return.
    await queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey });
  };
  const before = matchOf(ad);
  const takeBack = () =>
    send(before).then(
      () => toast(movedWords(ad, before)),
      (error) => toastFailure('The match was not undone', error),
    );
  return useMutation({
    mutationFn: send,
    onSuccess: (_, match) =>
      toast({
        ...movedWords(ad, match),
        action: { label: 'Undo', onSelect: () => void takeBack() },
      }),
  });
}
