import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getUserCohort } from '@trailmark/contract/cohorts';
import { capital } from '@trailmark/contract/project-words';
import { Grid3x3 } from 'lucide-react';
import type { z } from 'zod';
import { useAddressState } from '../../address/use-address-state.ts';
import { call } from '../../api/client.ts';
import { ChartLegend, TrendChart } from '../../charts/trend-chart.tsx';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { countDays } from '../../report/calendar-day.ts';
import { axisValue, formatValue } from '../../report/format-value.ts';
import type { MetricFilter } from '../../report/metric-filter.ts';
import { MoneyNotice } from '../../report/report-notices.tsx';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { CohortControls } from './cohort-controls.tsx';
import { curvesOf } from './cohort-curves.ts';
import { CohortTriangle, TriangleLoading } from './cohort-triangle.tsx';
import {
  COHORT_METRIC_WORDS,
  COHORT_VIEW,
  type CohortGroup,
  type CohortView,
  DEFAULT_COHORT_VIEW,
  groupWords,
  meaningOf,
} from './cohort-view.ts';
import { dayKindWords, paybackWords, rowWords } from './cohort-words.ts';

interface CohortReportProps {
  filter?: MetricFilter;
  without?: readonly CohortGroup[];
  /** Takes the filters away that somebody chose. */
  onClear?: () => void;
}

/** Installs followed day by day: as curves, and as the triangle of their numbers. */
export function CohortReport({ filter, without, onClear }: CohortReportProps) {
  const { project_id, from, to } = useReportQuery();
  const { day_kind, timezone } = useProject();
  const words = useProjectWords();
  const [chosen, change] = useAddressState(COHORT_VIEW, DEFAULT_COHORT_VIEW);
  const view = without?.includes(chosen.group) ? { ...chosen, group: 'none' as const } : chosen;
  const query = useQuery(cohortQuery({ project_id, from, to, view, ...(filter ? { filter } : {}) }));
  const { data } = query;
  return (
    <>
      <div className="grid gap-2">
        <CohortControls view={view} onChange={change} {...(without ? { without } : {})} />
        <p className="text-sm text-text-2">
          {meaningOf(view, words)} Day 0 is the day of the {words.arrival};{' '}
          {dayKindWords(day_kind, zoneLabel(timezone, new Date()), words)}.
          {view.metric === 'roas' && usesCountryOrPlatform(view.group, filter) && ` ${NO_SPEND}`}
        </p>
      </div>
      <MoneyNotice report={data} />
      {query.isLoadingError ? (
        <Card>
          <LoadFailed what="the cohorts" query={query} />
        </Card>
      ) : (
        <div
          aria-busy={query.isFetching}
          className={cn('grid gap-4 transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          <Curves data={data ?? null} view={view} />
          <Triangle data={data ?? null} view={view} days={countDays(from, to)} onClear={onClear} />
        </div>
      )}
    </>
  );
}

const NO_SPEND = 'Spend is not known by country or platform, so there is no ROAS here.';

function usesCountryOrPlatform(group: CohortGroup, { countries, platforms }: MetricFilter = {}): boolean {
  return group === 'country' || group === 'platform' || Boolean(countries ?? platforms);
}

interface PartProps {
  data: Cohorts | null;
  view: CohortView;
}

function Curves({ data, view }: PartProps) {
  const { currency } = useProject();
  const { install, arrival } = useProjectWords();
  const unit = COHORT_METRIC_WORDS[data?.metric ?? view.metric];
  const drawn =
    data &&
    curvesOf({
      total: data.total,
      rows: data.rows,
      nameOf: (row) => rowWords(row, view),
      // On day 0 everybody is there: the line would say nothing else.
      first: data.metric === 'retention' ? 1 : 0,
      ...(view.group === 'none' && view.span === 'day' ? { most: 0 } : {}),
    });
  if (data?.total.cohort_size === 0) return null;
  return (
    <Card>
      <CardHeader
        title={`${unit.label} by day after the ${arrival}`}
        description={data?.metric === 'roas' && paybackWords(data.total.cells)}
        actions={<ChartLegend series={drawn?.series ?? [{ key: 'total', label: 'All', color: 'accent' }]} />}
      />
      <CardBody className="pb-3">
        <TrendChart
          label={`${unit.label} by day after the ${arrival}`}
          series={drawn?.series ?? []}
          points={drawn?.points ?? null}
          words={{
            value: (value) => formatValue(unit, value, { currency }),
            axis: (value) => axisValue(unit, value, { currency }),
          }}
          empty={`No ${install} in this period is mature yet.`}
        />
      </CardBody>
    </Card>
  );
}

interface TriangleProps extends PartProps {
  days: number;
  onClear: (() => void) | undefined;
}

function Triangle({ data, view, days, onClear }: TriangleProps) {
  const { currency } = useProject();
  const words = useProjectWords();
  const { install, installs, newInstall, newInstalls } = words;
  if (data?.total.cohort_size === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Grid3x3 />}
          title={onClear ? `No ${install} matches` : `No ${newInstalls} in this period`}
          text={
            onClear
              ? `No ${install} in this period matches every filter.`
              : `Retention and revenue of ${installs} appear here, day by day. Choose another period, or wait for the first ${newInstall}.`
          }
          action={onClear && <Button onClick={onClear}>Clear filters</Button>}
        />
      </Card>
    );
  }
  return (
    <Card>
      {data ? (
        <CohortTriangle
          metric={data.metric}
          what={groupWords(view.group, view.span, words)}
          total={data.total}
          rows={data.rows}
          nameOf={(row) => rowWords(row, view)}
          currency={currency}
        />
      ) : (
        <TriangleLoading rows={view.group === 'none' && view.span === 'day' ? Math.min(days, 31) : 6} />
      )}
      <CardFooter>
        <p>
          <span className="italic underline decoration-dotted underline-offset-[3px]">In italics</span>: not
          yet mature. {capital(installs)} for which that day is not over are left out. Empty: it is not over
          for any.
        </p>
        {data !== null && data.left_out > 0 && (
          <p>{countInWords(data.left_out, 'smaller row')} not shown; “All” has them.</p>
        )}
      </CardFooter>
    </Card>
  );
}

type Cohorts = z.infer<typeof getUserCohort.response>;

interface CohortQuery {
  project_id: string;
  from: string;
  to: string;
  view: CohortView;
  filter?: MetricFilter;
}

function cohortQuery({ project_id, from, to, view, filter = {} }: CohortQuery) {
  const { metric, group, ...rest } = view;
  const query = { project_id, from, to, ...rest, metric, group_by: group, ...filter };
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'cohorts', query],
    queryFn: () => call(getUserCohort, { query }),
    placeholderData: keepPreviousData,
  });
}
