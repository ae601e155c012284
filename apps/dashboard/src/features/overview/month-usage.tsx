import { useQuery } from '@tanstack/react-query';
import { type DataUsages, getDataUsages } from '@trailmark/contract/usage';
import { call } from '../../api/client.ts';
import { describeFailure } from '../../failures/describe-failure.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { dayRange } from './day-range.ts';

const COUNTS: readonly { key: keyof DataUsages['total']; label: string; meaning: string }[] = [
  { key: 'clicks', label: 'Clicks', meaning: 'on links of this project' },
  { key: 'attributed_installs', label: 'Attributed installs', meaning: 'each uses one credit' },
  { key: 'organic_installs', label: 'Organic installs', meaning: 'no touch to credit, free' },
  { key: 'events', label: 'Events', meaning: 'from apps, sites and servers' },
];

const count = new Intl.NumberFormat('en');

function Counts({ usages }: { usages: DataUsages | undefined }) {
  return (
    <dl className="grid grid-cols-2 border-t border-line md:grid-cols-4">
      {COUNTS.map(({ key, label, meaning }) => (
        <div
          key={key}
          className="grid content-start gap-0.5 border-line px-4 pt-3 pb-3.5 even:border-l nth-[n+3]:border-t md:border-l md:first:border-l-0 md:nth-[n+3]:border-t-0"
        >
          <dt className="text-sm text-text-2">{label}</dt>
          <dd className="num text-2xl font-semibold tracking-[-0.02em]">
            {usages ? count.format(usages.total[key]) : <Skeleton className="my-[5px] h-[17.5px] w-16" />}
          </dd>
          <dd className="text-xs text-text-3">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was measured since the first of the month, in the project's days. */
export function MonthUsage({ projectId }: { projectId: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['project', projectId, 'data-usages'],
    queryFn: () => call(getDataUsages, { query: { project_id: projectId } }),
  });
  const failed = error !== null && data === undefined;
  return (
    <Card aria-busy={data === undefined && !failed}>
      <CardHeader
        title="Usage this month"
        actions={
          <span className="num flex h-[22px] items-center text-sm text-text-3">
            {data && `${dayRange(data.from, data.to)}, ${data.timezone}`}
            {!data && !failed && <Skeleton className="h-3 w-24" />}
          </span>
        }
        className="pb-3"
      />
      {failed ? (
        <ErrorState
          {...describeFailure(error, navigator.onLine)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="border-t border-line py-8"
        />
      ) : (
        <Counts usages={data} />
      )}
    </Card>
  );
}
