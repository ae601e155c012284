import { ErrorState } from '../ui/error-state.tsx';
import { describeFailure } from './describe-failure.ts';
import type { FailedQueries } from './failed-queries.ts';

type Failed = Pick<FailedQueries, 'error' | 'isFetching'> & { refetch: () => unknown };

/** Shown in place of a list that could not be loaded. */
export function LoadFailed({ what, query }: { what: string; query: Failed }) {
  const words = describeFailure(query.error, navigator.onLine);
  return (
    <ErrorState
      title={`We couldn’t load ${what}`}
      text={`${words.title}. ${words.text}`}
      detail={words.detail}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
