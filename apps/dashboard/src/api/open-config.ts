import { queryOptions } from '@tanstack/react-query';
import { getOpenConfig } from '@trailmark/contract/open-config';
import { call } from './client.ts';

/** How the installation is set up; after the first sign-in, which starts a page of its own, it changes only with a restart. */
export const openConfigQuery = queryOptions({
  queryKey: ['open-config'],
  queryFn: () => call(getOpenConfig, {}),
  staleTime: Number.POSITIVE_INFINITY,
});
