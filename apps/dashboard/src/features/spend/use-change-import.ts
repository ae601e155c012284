import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type NetworkImport, startNetworkImport, stopNetworkImport } from '@trailmark/contract/network-spend';
import { call } from '../../api/client.ts';
import { useProject } from '../../project/current-project.tsx';
import type { DayRange } from '../../report/report-range.ts';
import { importsQuery } from './spend-query.ts';

type ImportChange = { action: 'start'; days?: DayRange } | { action: 'stop' };

/** Starts or stops the import of an ad account; the list shows it at once. */
export function useChangeImport({ kind, ad_account_id }: Pick<NetworkImport, 'kind' | 'ad_account_id'>) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const { queryKey } = importsQuery(project_id);
  const account = { project_id, kind, ad_account_id };
  return useMutation({
    mutationFn: (change: ImportChange) =>
      change.action === 'stop'
        ? call(stopNetworkImport, { query: account })
        : call(startNetworkImport, { body: { ...account, ...change.days } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(queryKey, (before) =>
        before?.map((one) => (one.kind === kind && one.ad_account_id === ad_account_id ? changed : one)),
      );
      await queryClient.invalidateQueries({ queryKey });
    },
  });
}
