import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import { getMetaCapiConfig, verifyMetaCapi } from '@trailmark/contract/meta';
import { call } from '../../../api/client.ts';
import { useProject } from '../../../project/current-project.tsx';
import { networkKey } from '../networks-query.ts';

export type CapiCheck = Output<typeof verifyMetaCapi>;

/** Where the conversions of an account are sent. */
export function capiQuery(projectId: string, accountId: string) {
  return queryOptions({
    queryKey: [...networkKey(projectId, 'META'), 'capi', accountId],
    queryFn: () =>
      call(getMetaCapiConfig, {
        params: { network_account_id: accountId },
        query: { project_id: projectId },
      }),
  });
}

/** What Meta answered to the last check of an account; nothing before the first one. */
export function capiCheckQuery(projectId: string, accountId: string) {
  return queryOptions<CapiCheck>({
    queryKey: [...networkKey(projectId, 'META'), 'capi-check', accountId],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export const isAccepted = (check: CapiCheck) => check.token_ok && check.dataset_ok && check.event_accepted;

/** Asks Meta about the dataset, with one test event. */
export function useVerifyCapi(accountId: string) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(verifyMetaCapi, { body: { project_id, network_account_id: accountId } }),
    onSuccess: (check) => queryClient.setQueryData(capiCheckQuery(project_id, accountId).queryKey, check),
  });
}
