import { queryOptions } from '@tanstack/react-query';
import { listSdkCredentials } from '@trailmark/contract/sdk-credentials';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';

export function sdkCredentialsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'sdk-credentials'],
    queryFn: () => call(listSdkCredentials, { query: { project_id: projectId } }),
  });
}
