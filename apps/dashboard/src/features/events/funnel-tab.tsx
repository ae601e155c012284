import { useQuery } from '@tanstack/react-query';
import { Filter } from 'lucide-react';
import { useAddressState } from '../../address/use-address-state.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { isNarrowed } from '../../report/report-filter.ts';
import { useFilterQuery, useReportFilter } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { eventsQuery, funnelQuery } from './events-query.ts';
import { FunnelBars, FunnelLoading } from './funnel-bars.tsx';
import { FunnelSteps } from './funnel-steps.tsx';
import { chosenSteps, DEFAULT_FUNNEL, FEWEST_STEPS, FUNNEL_VIEW, hoursInWords } from './funnel-view.ts';

/** How many go from one step to the next, and where the others stay. */
export function FunnelTab() {
  const { project_id, from, to } = useReportQuery();
  const { installs } = useProjectWords();
  const [view, change] = useAddressState(FUNNEL_VIEW, DEFAULT_FUNNEL);
  const filter = useFilterQuery();
  const [narrowedTo] = useReportFilter();
  const events = useQuery(eventsQuery({ project_id, from, to, compare: 'none', distinct: false }));
  const steps = chosenSteps(view);
  const isReady = steps.length >= FEWEST_STEPS;
  const funnel = useQuery({
    ...funnelQuery({ project_id, from, to, ...filter, steps, within_hours: view.withinHours }),
    enabled: isReady,
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)]">
      <Card>
        <CardHeader
          title="Steps"
          description="In this order. The first step is in the chosen period; the others may come later."
        />
        <CardBody>
          <FunnelSteps
            view={view}
            onChange={change}
            names={events.data?.events.map(({ name }) => name) ?? []}
            isLoading={events.isPending}
          />
        </CardBody>
      </Card>
      <Card aria-busy={isReady && funnel.isFetching}>
        <CardHeader
          title="Conversion"
          description={[
            `Distinct ${installs} that took the steps in this order, all within ${hoursInWords(view.withinHours)} of the first.`,
            ...(isNarrowed(narrowedTo)
              ? ['The filters apply to every step, by what it is credited to.']
              : []),
          ].join(' ')}
        />
        {!isReady && (
          <EmptyState
            icon={<Filter />}
            title="Choose at least two steps"
            text={`How many ${installs} go from each step to the next is shown here.`}
          />
        )}
        {isReady && funnel.isLoadingError && <LoadFailed what="the funnel" query={funnel} />}
        {isReady && !funnel.isLoadingError && (
          <CardBody className={cn('transition-opacity', funnel.isPlaceholderData && 'opacity-60')}>
            {funnel.data ? <FunnelBars funnel={funnel.data} /> : <FunnelLoading steps={steps.length} />}
          </CardBody>
        )}
      </Card>
    </div>
  );
}
