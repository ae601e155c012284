import type { UseQueryResult } from '@tanstack/react-query';

type Query = Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching' | 'isLoadingError'>;

export type FailedQueries = Pick<Query, 'error' | 'isFetching'> & { refetch: () => void };

/** Of several queries those that did not load, as one: with the first reason, and loaded again together. */
export function failedQueries(queries: readonly Query[]): FailedQueries | null {
  const failed = queries.filter(({ isLoadingError }) => isLoadingError);
  const [first] = failed;
  if (!first) return null;
  return {
    error: first.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
