import { useQuery } from '@tanstack/react-query';
import { useAddressState } from '../../address/use-address-state.ts';
import { useProjectWords } from '../../project/project-words.ts';
import { isNarrowed } from '../../report/report-filter.ts';
import { useReportFilter } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { eventsQuery, funnelExampleQuery } from './events-query.ts';
import { FunnelResult } from './funnel-result.tsx';
import { FunnelSteps } from './funnel-steps.tsx';
import { DEFAULT_FUNNEL, FUNNEL_VIEW, hoursInWords, NO_STEPS } from './funnel-view.ts';

/** How many go from one step to the next, how fast, and where the others stay. */
export function FunnelTab() {
  const { project_id, from, to } = useReportQuery();
  const { installs, product } = useProjectWords();
  const [view, change] = useAddressState(FUNNEL_VIEW, DEFAULT_FUNNEL);
  const [narrowedTo] = useReportFilter();
  const events = useQuery(eventsQuery({ project_id, from, to, compare: 'none', distinct: false }));
  const isOwn = view.steps.length > 0;
  const example = useQuery({ ...funnelExampleQuery({ project_id, from, to }), enabled: !isOwn });
  const isExample = !isOwn && (example.data?.steps.length ?? 0) > 0;
  // Without an example, as where there is no event yet, one starts from the install.
  const steps = isOwn ? view.steps : isExample ? (example.data?.steps ?? NO_STEPS) : NO_STEPS;
  const isWaiting = !isOwn && example.isPending;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)]">
      <Card>
        <CardHeader
          title={isExample ? 'Example steps' : 'Steps'}
          description={
            isExample
              ? `What most people do in your ${product}, in their usual order. Change any step to make it your own.`
              : 'In this order. The first step is in the chosen period; the others may come later.'
          }
          actions={
            isOwn && (
              <Button size="sm" variant="quiet" onClick={() => change({ steps: [] })}>
                Show the example
              </Button>
            )
          }
        />
        <CardBody>
          {isWaiting ? (
            <Skeleton className="h-64" />
          ) : (
            <FunnelSteps
              steps={steps}
              withinHours={view.withinHours}
              onChange={(next) => change({ ...next, ...(isOwn ? {} : { steps: next.steps ?? steps }) })}
              names={events.data?.events.map(({ name }) => name) ?? []}
              isLoading={events.isPending}
            />
          )}
        </CardBody>
      </Card>
      <FunnelResult
        steps={isWaiting ? null : steps}
        withinHours={view.withinHours}
        description={[
          `Distinct ${installs} that took the steps in this order, all within ${hoursInWords(view.withinHours)} of the first.`,
          ...(isNarrowed(narrowedTo) ? ['Filters apply to each step by its own attribution.'] : []),
        ].join(' ')}
      />
    </div>
  );
}
