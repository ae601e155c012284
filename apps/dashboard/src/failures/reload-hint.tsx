import type { FailedQueries } from './failed-queries.ts';

interface ReloadHintProps {
  /** Such as "the links". */
  what: string;
  query: Pick<FailedQueries, 'isFetching'> & { refetch: () => unknown };
}

/** The hint of a field whose choices did not load: what was typed elsewhere stays while they are loaded again. */
export function ReloadHint({ what, query }: ReloadHintProps) {
  return (
    <>
      We couldn’t load {what}.{' '}
      <button type="button" className="link" disabled={query.isFetching} onClick={() => void query.refetch()}>
        {query.isFetching ? 'Loading…' : 'Try again'}
      </button>
    </>
  );
}
