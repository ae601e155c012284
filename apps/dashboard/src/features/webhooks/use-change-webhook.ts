import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@trailmark/contract/call';
import { updateWebhook } from '@trailmark/contract/webhooks';
import { call } from '../../api/client.ts';
import { connectionsKey } from '../../project/connections-query.ts';
import { useProject } from '../../project/current-project.tsx';

export type WebhookChange = Omit<Input<typeof updateWebhook>['body'], 'project_id'>;

/** Adds, changes or removes an endpoint; what comes of it is the caller's to show. */
export function useChangeWebhook() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: WebhookChange) => call(updateWebhook, { body: { project_id, ...change } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionsKey(project_id) }),
  });
}
