import { useInfiniteQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { ReportBar } from '../../report/report-bar.tsx';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SearchBox } from '../campaigns/search-box.tsx';
import { PeopleFilters } from './people-filters.tsx';
import { peopleQuery } from './people-query.ts';
import { PeopleTable } from './people-table.tsx';
import { isPeopleFiltered, NO_PEOPLE_FILTERS, type PeopleView } from './people-view.ts';
import { useEndless } from './use-endless.ts';
import { usePeopleView } from './use-people-view.ts';

/** Who came, and why was each of them credited as they were? */
export function PeopleScreen() {
  const [view, change] = usePeopleView();
  return (
    <Page className="gap-3">
      <ReportBar />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search people"
          placeholder="User, install, device, address"
          value={view.search}
          onSearch={(search) => change({ search })}
        />
        <PeopleFilters view={view} onChange={change} />
      </div>
      {view.search && (
        <p className="text-sm text-text-3">A search looks at all days, not only at the chosen ones.</p>
      )}
      <People view={view} onClear={() => change(NO_PEOPLE_FILTERS)} />
    </Page>
  );
}

function People({ view, onClear }: { view: PeopleView; onClear: () => void }) {
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
      {failed && <LoadFailed what="The people" query={list} />}
      {isEmpty && <Nobody view={view} onClear={onClear} />}
      {!failed && !isEmpty && <PeopleTable rows={rows} stale={list.isPlaceholderData} />}
      <div ref={end} />
      {hasNextPage && (
        <CardFooter className="min-h-[51px] justify-center">
          {isFetchNextPageError ? (
            <span role="alert" className="flex items-center gap-2 text-bad">
              The next rows could not be loaded.
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

function Nobody({ view, onClear }: { view: PeopleView; onClear: () => void }) {
  const filtered = isPeopleFiltered(view);
  return (
    <EmptyState
      icon={<UserSearch />}
      title={filtered ? 'Nobody matches' : 'Nobody installed in these days'}
      text={
        view.search
          ? 'Ids must be whole; of a name or an address the beginning is enough.'
          : filtered
            ? 'No install of these days fits every filter.'
            : 'Every install is listed here with the person who uses it and the campaign that brought it.'
      }
      action={filtered && <Button onClick={onClear}>Show everybody</Button>}
    />
  );
}
