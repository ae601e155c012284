import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getDashboardPreference, putDashboardPreference } from '@trailmark/contract/preferences';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../../project/current-project.tsx';
import { readViews, type SavedView, VIEWS_KEY } from './saved-views.ts';

function preferenceQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'dashboard-preference'],
    queryFn: () => call(getDashboardPreference, { query: { project_id: projectId } }),
  });
}

/** The tables that a person keeps in a project, and how they are changed. */
export function useViews() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const query = preferenceQuery(project_id);
  const { data } = useQuery(query);
  const change = useMutation({
    mutationFn: async (changed: (views: SavedView[]) => SavedView[]) => {
      // Settings are replaced as a whole: what another window has saved must not be lost.
      const { preference } = await call(getDashboardPreference, { query: { project_id } });
      const views = changed(readViews(preference)).map((view) => ({ ...view }));
      return call(putDashboardPreference, {
        body: { project_id, preference: { ...preference, [VIEWS_KEY]: views } },
      });
    },
    onSuccess: (saved) => queryClient.setQueryData(query.queryKey, saved),
    onError: (error) => toastFailure('The views were not saved', error),
  });
  return { views: data ? readViews(data.preference) : [], change };
}
