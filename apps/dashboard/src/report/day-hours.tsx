import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getHours } from '@trailmark/contract/hours';
import type { Metric } from '@trailmark/contract/metric';
import { call } from '../api/client.ts';
import type { TrendPoint, TrendSeries } from '../charts/trend.ts';
import { ChartLegend, TrendChart } from '../charts/trend-chart.tsx';
import { LoadFailed } from '../failures/load-failed.tsx';
import { projectQuery, useProject } from '../project/current-project.tsx';
import { formatDays } from './calendar-day.ts';
import { comparisonOf, type OpenedChange } from './change-filter.ts';
import { axisValue, drawable, formatValue } from './format-value.ts';
import { BEFORE } from './trend-points.ts';
import { useReportRange, useToday } from './use-report-range.ts';

interface DayHoursProps {
  opened: OpenedChange;
  day: string;
  metric: Metric;
}

const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

/** One day by the hour, over the day that it is compared with. */
export function DayHours({ opened, day, metric }: DayHoursProps) {
  const { currency, timezone } = useProject();
  const today = useToday();
  const query = useQuery(useHoursQuery(opened, day));
  const { data } = query;
  if (query.isLoadingError) return <LoadFailed what="the hours" query={query} />;
  if (data?.unknown) return <p className="text-sm text-text-2">{unknownWords(data.unknown, metric)}</p>;
  const before = data?.compared ? formatDays(data.compared.to, data.compared.to, today) : 'The day before';
  const series: TrendSeries[] = [
    { key: 'value', label: formatDays(day, day, today), color: 'accent' },
    { key: BEFORE, label: before, color: 'grey', look: 'dashed' },
  ];
  const begun = data?.hours.filter(({ value }) => value !== null).at(-1)?.hour;
  const points = data
    ? data.hours.map(
        ({ hour, value, previous }): TrendPoint => ({
          name: clock(hour),
          title: `${clock(hour)}–${clock(hour + 1)}`,
          values: { value: drawable(value), [BEFORE]: drawable(previous) },
          ...(day === today && hour === begun ? { isPartial: true } : {}),
        }),
      )
    : null;
  return (
    <section className="grid gap-2">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-[13px] font-semibold" title={`Hours in ${timezone}`}>
          By hour
        </h3>
        <ChartLegend series={series} />
      </header>
      <TrendChart
        label={`${metric.label} by hour`}
        series={series}
        points={points}
        height={150}
        words={{
          value: (value) => formatValue(metric, value, { currency }),
          axis: (value) => axisValue(metric, value, { currency }),
          whole: metric.unit === 'count',
        }}
        empty="Nothing on either day."
      />
    </section>
  );
}

function unknownWords(unknown: 'metric' | 'day', { label }: Metric): string {
  if (unknown === 'metric') return `${label} is known by day, not by hour.`;
  return 'Hours are known for the last 60 days.';
}

function useHoursQuery({ metric, filter }: OpenedChange, day: string) {
  const { project_id } = useProject();
  const compare = comparisonOf(useReportRange().compare, true);
  return queryOptions({
    queryKey: [...projectQuery(project_id).queryKey, 'hours', metric, day, compare, filter],
    queryFn: () => call(getHours, { query: { project_id, metric, day, compare, ...filter } }),
    placeholderData: keepPreviousData,
  });
}
