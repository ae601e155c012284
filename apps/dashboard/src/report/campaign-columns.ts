import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { metricOf, usualColumns } from '@trailmark/contract/metrics';
import { getCampaignTableColumns, putCampaignTableColumns } from '@trailmark/contract/preferences';
import type { Project } from '@trailmark/contract/projects';
import { call } from '../api/client.ts';
import { toastFailure } from '../failures/toast-failure.ts';
import { projectQuery, useProject } from '../project/current-project.tsx';

function columnsQuery({ project_id, platform }: Pick<Project, 'project_id' | 'platform'>) {
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'campaign-table-columns'],
    queryFn: () => call(getCampaignTableColumns, { query: { project_id } }),
    select: ({ columns }) => {
      // A metric may be gone since the columns were chosen.
      const known = columns.filter((key) => metricOf(key));
      return known.length > 0 ? known : [...usualColumns(platform)];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The columns of the campaign table, a person's own in a project; null until they are known. */
export function useColumns({ enabled = true } = {}): string[] | null {
  const { project_id, platform } = useProject();
  const { data, isError } = useQuery({ ...columnsQuery({ project_id, platform }), enabled });
  // A table with the default columns is better than none.
  return data ?? (isError ? [...usualColumns(platform)] : null);
}

export function useSaveColumns() {
  const project = useProject();
  const { project_id } = project;
  const queryClient = useQueryClient();
  const { queryKey } = columnsQuery(project);
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
