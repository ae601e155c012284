import { queryOptions } from '@tanstack/react-query';
import { getOpenConfig } from '@trailmark/contract/open-config';
import { call } from './client.ts';

/** How the installation is set up; it changes only when the server restarts. */
export const openConfigQuery = queryOptions({
  queryKey: ['open-config'],
  queryFn: () => call(getOpenConfig, {}),
  staleTime: Number.POSITIVE_INFINITY,
});
