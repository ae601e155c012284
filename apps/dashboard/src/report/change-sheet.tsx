import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ExplainedChange, getExplainedChange } from '@trailmark/contract/explain-change';
import type { Metric } from '@trailmark/contract/metric';
import { metricOf } from '@trailmark/contract/metrics';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { call } from '../api/client.ts';
import { LoadFailed } from '../failures/load-failed.tsx';
import { projectQuery, useProject } from '../project/current-project.tsx';
import { cn } from '../ui/cn.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { addDays, formatDays } from './calendar-day.ts';
import { comparisonOf, type OpenedChange } from './change-filter.ts';
import { ChangeParts } from './change-parts.tsx';
import { contributionWords } from './contribution-words.ts';
import { DayHours } from './day-hours.tsx';
import { Delta } from './delta.tsx';
import { formatValue, fullValue } from './format-value.ts';
import { comparedWords, isTodayAgainstWhole } from './range-words.ts';
import { useReportRange, useToday } from './use-report-range.ts';

interface ChangeSheetProps {
  opened: OpenedChange;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShow: (opened: OpenedChange) => void;
}

/** Why a metric changed: what each network, campaign, country and platform adds to the difference. */
export function ChangeSheet({ opened, open, onOpenChange, onShow }: ChangeSheetProps) {
  const { platform } = useProject();
  const metric = metricOf(opened.metric, platform);
  if (!metric) return null;
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent
        title={`Why ${metric.label} changed`}
        side="right"
        className="w-[min(640px,100vw)] gap-5 pb-6"
      >
        <ChangeDetails opened={opened} metric={metric} onShow={onShow} />
      </SheetContent>
    </Sheet>
  );
}

interface ChangeDetailsProps {
  opened: OpenedChange;
  metric: Metric;
  onShow: (opened: OpenedChange) => void;
}

function ChangeDetails({ opened, metric, onShow }: ChangeDetailsProps) {
  const query = useQuery(useChangeQuery(opened));
  const { data } = query;
  return (
    <>
      <header className="flex items-start gap-3 px-5 pt-4">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="truncate text-sm text-text-2">{opened.of ?? 'Whole project'}</p>
          <p className="text-xl font-semibold tracking-[-0.01em]">Why {metric.label} changed</p>
          {opened.days && <DayStepper opened={opened} day={opened.days.from} onShow={onShow} />}
        </div>
        <SheetCloseButton />
      </header>
      {query.isLoadingError && <LoadFailed what="what explains the change" query={query} />}
      {!query.isLoadingError && (
        <div
          aria-busy={query.isFetching}
          className={cn('grid gap-6 px-5 transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          {data ? <ChangeSummary change={data} metric={metric} /> : <Skeleton className="h-[68px]" />}
          {opened.days && <DayHours opened={opened} day={opened.days.from} metric={metric} />}
          {data ? <Explained change={data} metric={metric} /> : <Skeleton className="h-64" />}
        </div>
      )}
    </>
  );
}

/** The period, what it is compared with, and both values. */
function ChangeSummary({ change, metric }: { change: ExplainedChange; metric: Metric }) {
  const { currency } = useProject();
  const today = useToday();
  const { compared } = change;
  if (!compared) return null;
  const period = formatDays(compared.from, compared.to, today);
  const whole = comparedWords(change, today) ?? period;
  const style = { currency };
  const words = metric.unit === 'ratio' ? formatValue : fullValue;
  const value = (of: ExplainedChange['value']) => words(metric, of, style);
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-line bg-line *:bg-panel *:min-w-0 *:px-4 *:py-3 max-sm:*:px-3">
        <div>
          <dt className="num truncate text-sm text-text-2">{period}</dt>
          <dd className="num truncate text-lg font-semibold">{value(change.previous)}</dd>
        </div>
        <div>
          <dt className="num truncate text-sm text-text-2">{formatDays(change.from, change.to, today)}</dt>
          <dd className="num truncate text-lg font-semibold">{value(change.value)}</dd>
        </div>
        <div>
          <dt className="flex justify-between gap-2 text-sm text-text-2">
            Change
            <Delta
              metric={change.metric}
              value={change.value}
              previous={change.previous}
              period={whole}
              style={style}
              className="text-xs max-sm:hidden"
            />
          </dt>
          <dd className="num truncate text-lg font-semibold">
            {contributionWords(metric, change.change, style)}
          </dd>
        </div>
      </dl>
      {compared.until !== null && (
        <p className="text-sm text-text-2">
          Today is not over, so {formatDays(compared.to, compared.to, today)} is counted until{' '}
          {compared.until} too. Spend is known by day only, and counted as a whole.
        </p>
      )}
      {isTodayAgainstWhole(change, today) && (
        <p className="text-sm text-text-2">
          Today is not over, but is compared with a whole day: of days that long ago no hours are known.
        </p>
      )}
    </div>
  );
}

function Explained({ change, metric }: { change: ExplainedChange; metric: Metric }) {
  if (change.change === null) {
    return (
      <p className="text-sm text-text-2">One of both periods has no value, so there is nothing to explain.</p>
    );
  }
  if (Number(change.change) === 0 && change.explained_by.every(({ parts }) => parts.length === 0)) {
    return <p className="text-sm text-text-2">Nothing changed.</p>;
  }
  if (change.explained_by.length === 0) {
    return (
      <p className="text-sm text-text-2">
        {metric.label} cannot be divided among networks or countries. {metric.whyNot}
      </p>
    );
  }
  // What went up in one part and down in another adds up to nothing by what both have in common.
  return change.explained_by
    .filter(({ parts }) => parts.length > 0)
    .map((by) => <ChangeParts key={by.by} explained={by} metric={metric} />);
}

interface DayStepperProps {
  opened: OpenedChange;
  day: string;
  onShow: (opened: OpenedChange) => void;
}

/** From day to day. */
function DayStepper({ opened, day, onShow }: DayStepperProps) {
  const today = useToday();
  const go = (days: number) => {
    const to = addDays(day, days);
    onShow({ ...opened, days: { from: to, to } });
  };
  return (
    <p className="num -ml-2 flex items-center gap-1 text-sm text-text-2">
      <IconButton label="The day before" tooltip={false} size="sm" onClick={() => go(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      {formatDays(day, day, today)}
      <IconButton
        label="The next day"
        tooltip={false}
        size="sm"
        disabled={day >= today}
        onClick={() => go(1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </p>
  );
}

function useChangeQuery({ metric, filter, days }: OpenedChange) {
  const { project_id } = useProject();
  const range = useReportRange();
  const { from, to } = days ?? range;
  const compare = comparisonOf(range.compare, days !== undefined);
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'explain-change', metric, from, to, compare, filter],
    queryFn: () => call(getExplainedChange, { query: { project_id, metric, from, to, compare, ...filter } }),
    placeholderData: keepPreviousData,
  });
}
