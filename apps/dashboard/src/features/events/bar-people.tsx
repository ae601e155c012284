import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventPerson } from '@trailmark/contract/event-people';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { countryWords, networkWords, platformWords } from '../../report/dimension-words.ts';
import { useFilterQuery } from '../../report/use-report-filter.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ROW_LINK } from '../../ui/row-link.ts';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { formatInstant } from '../../words/format-instant.ts';
import { eventPeopleQuery } from './events-query.ts';
import type { Bucket } from './volume-chart.ts';

interface BarPeopleProps {
  bucket: Bucket;
  event?: string;
  except?: string;
}

const FROM_SM = 'max-sm:hidden';

/** Who sent the events of a bar, the last first. */
export function BarPeople({ bucket: { from, to, hour }, ...which }: BarPeopleProps) {
  const { project_id, timezone } = useProject();
  const words = useProjectWords();
  const filter = useFilterQuery();
  const query = useInfiniteQuery(
    eventPeopleQuery({
      project_id,
      from,
      to,
      ...filter,
      ...which,
      ...(hour === null ? {} : { hour: String(hour) }),
    }),
  );
  const first = query.data?.pages[0];
  const rows = query.data?.pages.flatMap((page) => page.items) ?? null;
  if (query.isLoadingError) return <LoadFailed what="the people" query={query} />;
  const loadMore = async () => {
    const { error } = await query.fetchNextPage();
    if (error) toastFailure('We couldn’t load more people', error);
  };
  if (rows?.length === 0) return <p className="px-5 py-8 text-center text-text-2">No events.</p>;
  return (
    <div aria-busy={query.isFetching}>
      <div className="num min-h-7 px-5 pb-2 text-text-2">
        {first ? (
          <p>
            <b className="font-semibold text-text">{countInWords(first.events ?? 0, 'event')}</b> by{' '}
            {countInWords(first.installs ?? 0, words.install, words.allInstalls)}
          </p>
        ) : (
          <Skeleton className="h-4 w-40" />
        )}
      </div>
      <Table label="People behind the bar" onPhones="fits">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Person</TableHeaderCell>
            <TableHeaderCell numeric>Events</TableHeaderCell>
            <TableHeaderCell>Last</TableHeaderCell>
            <TableHeaderCell className={FROM_SM}>Credited to</TableHeaderCell>
            <TableHeaderCell className={FROM_SM}>From</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === null && (
            <SkeletonRows
              rows={8}
              columns={5}
              cellClassName={(column) => (column > 3 ? FROM_SM : undefined)}
            />
          )}
          {rows?.map((row) => (
            <PersonLine key={row.install_id} row={row} timezone={timezone} />
          ))}
        </TableBody>
      </Table>
      {query.hasNextPage && (
        <div className="grid justify-center p-4">
          <Button onClick={loadMore} loading={query.isFetchingNextPage}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}

function PersonLine({ row, timezone }: { row: EventPerson; timezone: string }) {
  const name = row.name ?? row.email ?? row.user_id;
  const device = [countryWords(row.country), platformWords(row.platform)].filter(Boolean).join(' · ');
  return (
    <TableRow>
      <TableCell className="w-1/4 max-w-0 min-w-28 max-sm:w-full">
        <Link
          {...ROW_LINK}
          to="/users/$id"
          params={{ id: row.user_id === null ? `i:${row.install_id}` : `u:${row.user_id}` }}
          search={(before) => ({
            p_id: (before as { p_id?: string }).p_id,
            install: row.user_id === null ? undefined : row.install_id,
          })}
          className={cn('link block truncate', name === null && 'mono')}
          title={row.user_id ?? row.install_id}
        >
          {name ?? row.install_id}
        </Link>
      </TableCell>
      <TableCell numeric>{row.count}</TableCell>
      <TableCell className="num text-text-2">
        <time dateTime={row.last_at}>{formatInstant(row.last_at, timezone)}</time>
      </TableCell>
      <TableCell className={cn('w-1/4 max-w-0 min-w-28 truncate', FROM_SM)}>
        {row.campaign_name ?? networkWords(row.network)}
      </TableCell>
      <TableCell className={cn('text-text-2', FROM_SM)}>{device}</TableCell>
    </TableRow>
  );
}
