import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { metricOf } from '@trailmark/contract/metrics';
import { listRows, type RawRow } from '@trailmark/contract/rows';
import { call } from '../api/client.ts';
import { LoadFailed } from '../failures/load-failed.tsx';
import { toastFailure } from '../failures/toast-failure.ts';
import { projectQuery, useProject } from '../project/current-project.tsx';
import { useProjectWords } from '../project/project-words.ts';
import { zoneLabel } from '../project/zone-label.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../ui/table.tsx';
import { formatInstant } from '../words/format-instant.ts';
import { countryWords, networkWords, platformWords } from './dimension-words.ts';
import { fullValue } from './format-value.ts';
import type { RowsFilter } from './metric-filter.ts';
import { rowWords } from './metric-words.ts';
import { PersonLink } from './person-link.tsx';

interface MetricRowsProps {
  metric: string;
  from: string;
  to: string;
  filter: RowsFilter;
}

/** The raw rows of a metric, newest first. */
export function MetricRows({ metric: key, from, to, filter }: MetricRowsProps) {
  const { project_id, timezone, currency, platform } = useProject();
  const projectWords = useProjectWords();
  const query = useInfiniteQuery(rowsQuery({ project_id, metric: key, from, to, filter }));
  const metric = metricOf(key, platform);
  const first = query.data?.pages[0];
  const rows = query.data?.pages.flatMap((page) => page.items) ?? null;
  if (query.isError && rows === null) return <LoadFailed what="the rows" query={query} />;
  const loadMore = async () => {
    const { error } = await query.fetchNextPage();
    if (error) toastFailure('We couldn’t load more rows', error);
  };
  const rowsName = rowWords(first?.kind ?? metric?.rows ?? 'events', projectWords);
  if (rows?.length === 0) {
    return (
      <p className="px-5 py-8 text-center text-text-2">There are no {rowsName} behind it in this period.</p>
    );
  }
  return (
    <div aria-busy={query.isFetching}>
      <p className="min-h-[20px] px-5 pb-2 text-sm text-text-2">
        {first && metric && (
          <>
            The {rowsName} behind it, newest first:{' '}
            <b className="num font-semibold text-text">{fullValue(metric, first.count, { currency })}</b>
          </>
        )}
      </p>
      <Table label={`Rows behind ${metric?.label ?? key}`}>
        <TableHead>
          <TableRow>
            <TableHeaderCell>
              When <span className="font-normal">({zoneLabel(timezone, new Date())})</span>
            </TableHeaderCell>
            <TableHeaderCell>What</TableHeaderCell>
            <TableHeaderCell>Campaign</TableHeaderCell>
            <TableHeaderCell>From</TableHeaderCell>
            <TableHeaderCell>Person</TableHeaderCell>
            <TableHeaderCell numeric>Amount</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === null && <SkeletonRows rows={12} columns={6} />}
          {rows?.map((row) => (
            <RawRowLine key={row.id} row={row} timeZone={timezone} />
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

function RawRowLine({ row, timeZone }: { row: RawRow; timeZone: string }) {
  const from = [
    row.network !== null && networkWords(row.network),
    row.country !== null && countryWords(row.country),
    row.platform !== null && platformWords(row.platform),
  ].filter(Boolean);
  return (
    <TableRow>
      <TableCell className="num text-text-2">
        <time dateTime={row.at}>{formatInstant(row.at, timeZone, true)}</time>
      </TableCell>
      <TableCell>{row.kind}</TableCell>
      <TableCell className="max-w-56 truncate" title={row.link_name ?? undefined}>
        {row.campaign_name ?? <span className="text-text-3">–</span>}
      </TableCell>
      <TableCell className="text-text-2">{from.join(' · ') || '–'}</TableCell>
      <TableCell>
        <PersonLink install_id={row.install_id} user_id={row.user_id} />
      </TableCell>
      <TableCell numeric>
        {row.money ? fullValue({ unit: 'money' }, row.money.amount, { currency: row.money.currency }) : '–'}
      </TableCell>
    </TableRow>
  );
}

const PAGE_ROWS = 50;

interface RowsQuery {
  project_id: string;
  metric: string;
  from: string;
  to: string;
  filter: RowsFilter;
}

/** The raw rows behind a metric, page by page. */
function rowsQuery({ project_id, metric, from, to, filter }: RowsQuery) {
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
