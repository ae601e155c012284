import { queryOptions, useQuery } from '@tanstack/react-query';
import { listSessions } from '@trailmark/contract/users';
import { call } from '../../api/client.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SessionRow } from './session-row.tsx';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(listSessions, {}),
});

/** Where am I signed in? */
export function SessionsCard() {
  const sessions = useQuery(sessionsQuery);
  return (
    <Card aria-busy={sessions.isPending}>
      <CardHeader
        title="Where you are signed in"
        description="Sign out any session you don’t recognise. Sessions end after 30 days of inactivity."
        className="pb-3"
      />
      {sessions.isLoadingError && <LoadFailed what="your sessions" query={sessions} />}
      {sessions.isPending && <SessionsLoading />}
      <ul>
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionsLoading() {
  return ['this', 'other'].map((row) => (
    <div key={row} className="flex h-[63px] items-center gap-3 border-t border-line px-4">
      <Skeleton className="size-4" />
      <div className="grid gap-2">
        <Skeleton className="h-3 w-36" />
        <Skeleton className="h-2.5 w-56" />
      </div>
    </div>
  ));
}
