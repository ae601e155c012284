import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { metricOf, USUAL_COLUMNS } from '@trailmark/contract/metrics';
import { getCampaignTableColumns, putCampaignTableColumns } from '@trailmark/contract/preferences';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../../project/current-project.tsx';

function columnsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'campaign-table-columns'],
    queryFn: () => call(getCampaignTableColumns, { query: { project_id: projectId } }),
    select: ({ columns }) => {
      // A metric may be gone since the columns were chosen.
      const known = columns.filter((key) => metricOf(key));
      return known.length > 0 ? known : [...USUAL_COLUMNS];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The columns of the table, a person's own in a project; null until they are known. */
export function useColumns(): string[] | null {
  const { project_id } = useProject();
  const { data, isError } = useQuery(columnsQuery(project_id));
  // A table with the default columns is better than none.
  return data ?? (isError ? [...USUAL_COLUMNS] : null);
}

export function useSaveColumns() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const { queryKey } = columnsQuery(project_id);
  return useMutation({
    mutationFn: (columns: string[]) => call(putCampaignTableColumns, { body: { project_id, columns } }),
    onMutate: (columns) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, { columns });
      return { before };
    },
    onError: (error, _, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
      toastFailure('The columns were not saved', error);
    },
  });
}
