import { useQuery } from '@tanstack/react-query';
import { Filter } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { useFilterQuery } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { funnelQuery } from './events-query.ts';
import { FunnelBars, FunnelLoading } from './funnel-bars.tsx';
import { chosenSteps, FEWEST_STEPS } from './funnel-view.ts';

interface FunnelResultProps {
  /** Null while it is not known which they are. */
  steps: readonly string[] | null;
  withinHours: number;
  description: string;
}

export function FunnelResult({ steps, withinHours, description }: FunnelResultProps) {
  const { project_id, from, to } = useReportQuery();
  const { installs } = useProjectWords();
  const filter = useFilterQuery();
  const chosen = chosenSteps(steps ?? []);
  const isReady = chosen.length >= FEWEST_STEPS;
  const funnel = useQuery({
    ...funnelQuery({ project_id, from, to, ...filter, steps: chosen, within_hours: withinHours }),
    enabled: isReady,
  });
  const isMissing = steps !== null && !isReady;
  const { data } = isReady ? funnel : {};
  return (
    <Card aria-busy={steps === null || (isReady && funnel.isFetching)}>
      <CardHeader title="Conversion" description={description} />
      {isMissing && (
        <EmptyState
          icon={<Filter />}
          title="Choose at least two steps"
          text={`See how many ${installs} reach each step, and how long it takes them.`}
        />
      )}
      {isReady && funnel.isLoadingError && <LoadFailed what="the funnel" query={funnel} />}
      {!isMissing && !funnel.isLoadingError && (
        <CardBody className={cn('transition-opacity', funnel.isPlaceholderData && 'opacity-60')}>
          {data ? <FunnelBars funnel={data} /> : <FunnelLoading steps={chosen.length || 4} />}
        </CardBody>
      )}
    </Card>
  );
}
