import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { listPeople, type PersonRow } from '@trailmark/contract/people';
import { UserRound } from 'lucide-react';
import { call } from '../../api/client.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { zoneLabel } from '../../project/zone-label.ts';
import { formatDay } from '../../report/calendar-day.ts';
import { countryWords, platformWords } from '../../report/dimension-words.ts';
import { fullValue, NO_VALUE } from '../../report/format-value.ts';
import { PersonLink } from '../../report/person-link.tsx';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { campaignsKey } from './campaigns-query.ts';

const PAGE_ROWS = 50;

function campaignUsersQuery(asked: { project_id: string; campaigns: string; from: string; to: string }) {
  return infiniteQueryOptions({
    queryKey: [...campaignsKey(asked.project_id), 'users', asked],
    queryFn: ({ pageParam }) =>
      call(listPeople, { query: { ...asked, cursor: pageParam ?? undefined, limit: PAGE_ROWS } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Who came by this campaign? */
export function UsersTab({ campaignId }: { campaignId: string }) {
  const { timezone } = useProject();
  const { project_id, from, to } = useReportQuery();
  const query = useInfiniteQuery(campaignUsersQuery({ project_id, campaigns: campaignId, from, to }));
  const people = query.data?.pages.flatMap(({ items }) => items) ?? null;
  const loadMore = async () => {
    const { error } = await query.fetchNextPage();
    if (error) toastFailure('More people could not be loaded', error);
  };
  return (
    <Card aria-busy={query.isFetching}>
      <CardHeader
        title="Users"
        description="Installs of the chosen days that this campaign is credited with, newest first. Open one to see its journey and why it was credited."
      />
      {query.isError && people === null && <LoadFailed what="The people" query={query} />}
      {people?.length === 0 && (
        <EmptyState
          icon={<UserRound />}
          title="Nobody came by this campaign in these days"
          text="Who installs after opening one of its links stands here. Choose other days, or share a link."
        />
      )}
      {people?.length !== 0 && !(query.isError && people === null) && (
        <Table label="Users">
          <TableHead>
            <TableRow>
              <TableHeaderCell>Person</TableHeaderCell>
              <TableHeaderCell>
                Installed <span className="font-normal">({zoneLabel(timezone, new Date())})</span>
              </TableHeaderCell>
              <TableHeaderCell>From</TableHeaderCell>
              <TableHeaderCell>Match</TableHeaderCell>
              <TableHeaderCell>Last active</TableHeaderCell>
              <TableHeaderCell numeric>Revenue</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {people === null && <SkeletonRows rows={12} columns={6} />}
            {people?.map((person) => (
              <UserRow key={person.install_id} person={person} timeZone={timezone} />
            ))}
          </TableBody>
        </Table>
      )}
      {query.hasNextPage && (
        <div className="grid justify-center border-t border-line p-3">
          <Button onClick={loadMore} loading={query.isFetchingNextPage}>
            Load more
          </Button>
        </div>
      )}
    </Card>
  );
}

function UserRow({ person, timeZone }: { person: PersonRow; timeZone: string }) {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const { install_id, user_id, name, email, installed_at, last_active_on } = person;
  const from = [countryWords(person.country), platformWords(person.platform), person.model].filter(Boolean);
  const amounts = person.revenue.map(({ amount, currency }) =>
    fullValue({ unit: 'money' }, amount, { currency }),
  );
  return (
    <TableRow>
      <TableCell className="max-w-72">
        <span className="flex items-center gap-2">
          <PersonLink install_id={install_id} user_id={user_id} />
          <span className="truncate text-text-2" title={email ?? undefined}>
            {name ?? email}
          </span>
          {person.verdict !== 'clean' && <Tag tone="warn">{person.verdict}</Tag>}
        </span>
      </TableCell>
      <TableCell className="num text-text-2">
        {installed_at ? <time dateTime={installed_at}>{time.format(new Date(installed_at))}</time> : NO_VALUE}
      </TableCell>
      <TableCell className="text-text-2">{from.join(' · ')}</TableCell>
      <TableCell className="text-text-2">{person.match_type?.replaceAll('_', ' ') ?? NO_VALUE}</TableCell>
      <TableCell className="num text-text-2">
        {last_active_on
          ? formatDay(last_active_on, { day: 'numeric', month: 'short', year: 'numeric' })
          : NO_VALUE}
      </TableCell>
      <TableCell numeric>{amounts.join(' + ') || <span className="text-text-3">{NO_VALUE}</span>}</TableCell>
    </TableRow>
  );
}
