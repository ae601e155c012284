import { queryOptions } from '@tanstack/react-query';
import { listTimezones } from '@trailmark/contract/projects';
import { call } from '../../../api/client.ts';

/** The zones that the database knows; they change with its release only. */
export const timeZonesQuery = queryOptions({
  queryKey: ['time-zones'],
  queryFn: () => call(listTimezones, {}),
  staleTime: Number.POSITIVE_INFINITY,
});
