import { queryOptions } from '@tanstack/react-query';
import { getVerificationObjects, listDomains } from '@trailmark/contract/domains';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

export function domainsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'domains'],
    queryFn: () => call(listDomains, { query: { project_id: projectId } }),
  });
}

export function verificationObjectsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'verification-objects'],
    queryFn: () => call(getVerificationObjects, { query: { project_id: projectId } }),
  });
}
