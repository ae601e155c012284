import { queryOptions } from '@tanstack/react-query';
import { listStoreListings } from '@trailmark/contract/store-listings';
import { call } from '../api/client.ts';
import { projectQuery } from './current-project.tsx';

export function storeListingsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...projectQuery(projectId).queryKey, 'store-listings'],
    queryFn: () => call(listStoreListings, { query: { project_id: projectId } }),
  });
}
