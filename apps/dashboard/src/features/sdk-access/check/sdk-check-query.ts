import { queryOptions } from '@tanstack/react-query';
import { getSdkCheck, listTestLinks } from '@trailmark/contract/sdk-check';
import { call } from '../../../api/client.ts';
import { projectQuery } from '../../../project/current-project.tsx';

export function sdkCheckQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'sdk-check'],
    queryFn: () => call(getSdkCheck, { query: { project_id: projectId } }),
  });
}

export function testLinksQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'test-links'],
    queryFn: () => call(listTestLinks, { query: { project_id: projectId } }),
  });
}
