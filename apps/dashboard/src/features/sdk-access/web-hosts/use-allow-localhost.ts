import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateWebSettings } from '@trailmark/contract/web-sdk';
import { call } from '../../../api/client.ts';
import { useProject } from '../../../project/current-project.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { webHostsQuery } from './web-hosts-query.ts';

/** Allows or refuses pages on the machine of their developer. */
export function useAllowLocalhost() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (allow_localhost: boolean) =>
      call(updateWebSettings, { params: { project_id }, body: { allow_localhost } }),
    onSuccess: ({ allow_localhost }) =>
      toast({ title: allow_localhost ? 'Localhost is allowed' : 'Localhost is refused' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webHostsQuery(project_id).queryKey }),
  });
}
