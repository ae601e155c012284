import { useQuery } from '@tanstack/react-query';
import { Equal } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useToday } from '../../report/use-report-range.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CardLoading } from '../../ui/card-loading.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import { DifferenceFilters } from './difference-filters.tsx';
import { DifferenceRows } from './difference-rows.tsx';
import { DifferenceRules, NotImported } from './difference-rules.tsx';
import { differenceHeadline } from './difference-words.ts';
import { NotConnected } from './not-connected.tsx';
import { type DifferenceQuery, differenceQuery, importsQuery } from './spend-query.ts';
import { connectedOf, LAST_DAYS, lastDays, type SpendView } from './spend-view.ts';
import { WaterfallList } from './waterfall-list.tsx';

interface DifferenceTabProps {
  view: SpendView;
  onChange: (change: Partial<SpendView>) => void;
}

/** Why is their number not ours? */
export function DifferenceTab({ view, onChange }: DifferenceTabProps) {
  const { project_id } = useProject();
  const imports = useQuery(importsQuery(project_id));
  const today = useToday();
  if (imports.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the ad accounts" query={imports} />
      </Card>
    );
  }
  if (!imports.data) {
    return (
      <>
        <FiltersLoading />
        <Loading />
      </>
    );
  }
  const networks = connectedOf(imports.data);
  const network = view.network ?? networks[0];
  if (!network) {
    return <NotConnected then="The installs that they claim are then compared with yours, cause by cause." />;
  }
  const days = view.days ?? lastDays(LAST_DAYS[0], today);
  const query = { project_id, kind: network, ...days, campaign_id: view.campaign ?? undefined };
  return (
    <>
      <DifferenceFilters
        networks={networks}
        network={network}
        days={days}
        campaign={view.campaign}
        onChange={onChange}
      />
      <Comparison query={query} onOpen={(cause) => onChange({ cause })} />
      <DifferenceRows query={query} cause={view.cause} onClose={() => onChange({ cause: null })} />
    </>
  );
}

interface ComparisonProps {
  query: DifferenceQuery;
  onOpen: (cause: NonNullable<SpendView['cause']>) => void;
}

function Comparison({ query, onOpen }: ComparisonProps) {
  const difference = useQuery(differenceQuery(query));
  const network = NETWORK_WORDS[query.kind];
  if (difference.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the difference" query={difference} />
      </Card>
    );
  }
  const { data } = difference;
  if (!data) return <Loading />;
  const isEmpty = Number(data.claimed) === 0 && data.ours === 0 && data.items.length === 0;
  return (
    <div
      aria-busy={difference.isFetching}
      className={cn(
        'grid items-start gap-4 transition-opacity xl:grid-cols-[minmax(0,1fr)_300px]',
        difference.isPlaceholderData && 'opacity-60',
      )}
    >
      <Card>
        <CardHeader
          title={differenceHeadline(network, data)}
          description={`From the number of ${network} down to yours: each install that only one side counts is listed under one cause.`}
        />
        {isEmpty ? (
          <EmptyState
            icon={<Equal />}
            title="No installs on either side"
            text="Choose other days, or all campaigns."
          />
        ) : (
          <CardBody>
            <WaterfallList difference={data} network={network} onOpen={onOpen} />
          </CardBody>
        )}
      </Card>
      <div className="grid gap-4">
        {data.pulled_at === null && <NotImported network={network} />}
        <DifferenceRules network={query.kind} difference={data} />
      </div>
    </div>
  );
}

function FiltersLoading() {
  return (
    <div aria-hidden className="flex gap-2">
      {['w-28', 'w-32', 'w-24'].map((width) => (
        <Skeleton key={width} className={cn('h-7 rounded-full pointer-coarse:h-9', width)} />
      ))}
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_300px]">
      <CardLoading className="h-[420px]" lines={4} />
      <CardLoading className="h-[260px]" />
    </div>
  );
}
