import { useMutation, useQueryClient } from '@tanstack/react-query';
import { whitelistHost } from '@trailmark/contract/web-sdk';
import { call } from '../../../api/client.ts';
import { useProject } from '../../../project/current-project.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { webHostsQuery } from './web-hosts-query.ts';

/** Allows a host, typed or refused. */
export function useAllowHost() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (host: string) => call(whitelistHost, { params: { project_id }, body: { host } }),
    onSuccess: async ({ host }) => {
      await queryClient.invalidateQueries({ queryKey: webHostsQuery(project_id).queryKey });
      toast({ title: `${host} is allowed`, description: 'What its pages send is accepted from now on.' });
    },
  });
}
