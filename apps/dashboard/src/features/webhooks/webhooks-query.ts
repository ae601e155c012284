import { queryOptions } from '@tanstack/react-query';
import { listWebhooks } from '@trailmark/contract/webhooks';
import { call } from '../../api/client.ts';
import { connectionsKey, LOOK_EVERY_MS } from '../../project/connections-query.ts';

export function webhooksQuery(projectId: string) {
  return queryOptions({
    queryKey: [...connectionsKey(projectId), 'webhooks'],
    queryFn: async () => (await call(listWebhooks, { query: { project_id: projectId } })).webhooks,
    refetchInterval: LOOK_EVERY_MS,
  });
}
