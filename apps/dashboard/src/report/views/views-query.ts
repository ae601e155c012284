import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@trailmark/contract/call';
import {
  createView,
  deleteView,
  listViews,
  type SavedView,
  updateView,
} from '@trailmark/contract/saved-views';
import { call } from '../../api/client.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { toast } from '../../ui/toast-store.ts';

export function viewsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'views'],
    queryFn: () => call(listViews, { query: { project_id: projectId } }),
    select: ({ views }) => views,
  });
}

type Created = Omit<Input<typeof createView>['body'], 'project_id'>;
type Changed = Omit<Input<typeof updateView>['body'], 'project_id'>;

/** How views are saved, changed and deleted. */
export function useChangeViews() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const renew = () => queryClient.invalidateQueries({ queryKey: viewsQuery(project_id).queryKey });
  const create = useMutation({
    mutationFn: (view: Created) => call(createView, { body: { project_id, ...view } }),
    onSuccess: renew,
  });
  const change = useMutation({
    mutationFn: (view: Changed) => call(updateView, { body: { project_id, ...view } }),
    onSuccess: renew,
    onError: (error) => {
      toastFailure('The view was not saved', error);
      void renew();
    },
  });
  const remove = useMutation({
    mutationFn: ({ view_id }: SavedView) => call(deleteView, { query: { project_id, view_id } }),
    onSuccess: (_, { name }) => {
      toast({ title: `${name} is deleted` });
      return renew();
    },
    onError: (error) => toastFailure('The view was not deleted', error),
  });
  return { create, change, remove };
}
