import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createEventMap, deleteEventMap, updateEventMap } from '@trailmark/contract/event-maps';
import { call } from '../../api/client.ts';
import { useProject } from '../../project/current-project.tsx';
import { type MapDraft, postbacksKey } from './postbacks-query.ts';

/** Adds a map, or changes the one that has the id. */
export function useSaveMap() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...draft }: MapDraft) => {
      if (id === undefined) return call(createEventMap, { params: { project_id }, body: draft });
      const { ad_network_id: _, ...change } = draft;
      return call(updateEventMap, { params: { project_id, id }, body: change });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: postbacksKey(project_id) }),
  });
}

export function useSwitchMap() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      call(updateEventMap, { params: { project_id, id }, body: { active } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: postbacksKey(project_id) }),
  });
}

export function useDeleteMap() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteEventMap, { params: { project_id, id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: postbacksKey(project_id) }),
  });
}
