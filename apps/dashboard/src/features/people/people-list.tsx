import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter } from '../../ui/card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { peopleQuery } from './people-query.ts';
import { PeopleTable } from './people-table.tsx';
import type { PeopleView } from './people-view.ts';

interface PeopleListProps {
  view: PeopleView;
  /** Shown above the rows. */
  header?: ReactNode;
  /** Instead of rows, when there are none. */
  empty: ReactNode;
}

/** People of the chosen days, more of them as one scrolls. */
export function PeopleList({ view, header, empty }: PeopleListProps) {
  const { project_id, from, to } = useReportQuery();
  const list = useInfiniteQuery(peopleQuery({ project_id, from, to, view }));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? null;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const more = () => void list.fetchNextPage();
  const end = useEndless(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, more);
  const failed = list.isLoadingError;
  const isEmpty = rows?.length === 0 && !list.isPlaceholderData;
  return (
    <Card aria-busy={list.isFetching && !isFetchingNextPage}>
      {header}
      {failed && <LoadFailed what="the people" query={list} />}
      {isEmpty && empty}
      {!failed && !isEmpty && <PeopleTable rows={rows} stale={list.isPlaceholderData} />}
      <div ref={end} />
      {hasNextPage && (
        <CardFooter className="min-h-[51px] justify-center">
          {isFetchNextPageError ? (
            <span role="alert" className="flex items-center gap-2 text-bad">
              We couldn’t load the next rows.
              <Button size="sm" onClick={more}>
                Try again
              </Button>
            </span>
          ) : (
            <span className="flex items-center gap-2">
              <Spinner className="size-3.5" />
              Loading more…
            </span>
          )}
        </CardFooter>
      )}
    </Card>
  );
}

const AHEAD = '600px';

/** Loads more when the end of a list comes near; put the ref on the last element. */
function useEndless(mayAsk: boolean, ask: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const element = end.current;
    if (!element || !mayAsk) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayAsk]);
  return end;
}
