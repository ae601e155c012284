import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listRates } from '@trailmark/contract/rates';
import { listSpend } from '@trailmark/contract/spend';
import { call } from '../../api/client.ts';
import { projectQuery } from '../../project/current-project.tsx';

const PAGE_ROWS = 50;

export function spendKey(projectId: string) {
  return [...projectQuery(projectId).queryKey, 'spend'];
}

export function spendQuery(projectId: string, days: { from: string; to: string }) {
  return infiniteQueryOptions({
    queryKey: [...spendKey(projectId), days],
    queryFn: ({ pageParam }) =>
      call(listSpend, {
        query: { project_id: projectId, ...days, cursor: pageParam ?? undefined, limit: PAGE_ROWS },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export const RATES_KEY = ['rates'];

/** Rates are the same for all projects of an installation. */
export function ratesQuery(currency: string | null) {
  return infiniteQueryOptions({
    queryKey: [...RATES_KEY, currency],
    queryFn: ({ pageParam }) =>
      call(listRates, {
        query: { currency: currency ?? undefined, cursor: pageParam ?? undefined, limit: PAGE_ROWS },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}
