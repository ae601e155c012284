import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listRows } from '@trailmark/contract/rows';
import { call } from '../api/client.ts';
import { projectQuery } from '../project/current-project.tsx';
import type { RowsFilter } from './figure-asked.ts';

const PAGE_ROWS = 50;

interface Asked {
  project_id: string;
  metric: string;
  from: string;
  to: string;
  filter: RowsFilter;
}

/** The raw rows behind a figure, page by page. */
export function rowsQuery({ project_id, metric, from, to, filter }: Asked) {
  return infiniteQueryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'rows', metric, from, to, filter],
    queryFn: ({ pageParam }) =>
      call(listRows, {
        query: { project_id, metric, from, to, ...filter, cursor: pageParam ?? undefined, limit: PAGE_ROWS },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}
