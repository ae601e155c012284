import { useQuery } from '@tanstack/react-query';
import { capital } from '@trailmark/contract/project-words';
import type { DataUsages } from '@trailmark/contract/usage';
import { useState } from 'react';
import type { TrendSeries } from '../../charts/trend.ts';
import { ChartLegend, TrendChart } from '../../charts/trend-chart.tsx';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { formatDay } from '../../report/calendar-day.ts';
import { axisValue, formatValue } from '../../report/format-value.ts';
import { useToday } from '../../report/use-report-range.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { daysOfMonth, monthWords, usageDays } from './usage-months.ts';
import { usagesQuery } from './usage-query.ts';
import { UsageTable } from './usage-table.tsx';

const METRICS = ['installs', 'clicks', 'events'] as const;
type UsageMetric = (typeof METRICS)[number];

const SERIES: Record<UsageMetric, readonly TrendSeries[]> = {
  installs: [
    { key: 'attributed_installs', label: 'Attributed', color: 'accent', stack: 'installs' },
    { key: 'organic_installs', label: 'Organic', color: 'grey', stack: 'installs' },
  ],
  clicks: [{ key: 'clicks', label: 'Clicks', color: 'accent' }],
  events: [{ key: 'events', label: 'Events', color: 'accent' }],
};

/** What was counted, by day of one month and by month of a year. */
export function UsageCard() {
  const { project_id, timezone } = useProject();
  const today = useToday();
  const query = useQuery(usagesQuery(project_id, usageDays(today)));
  const [month, setMonth] = useState(today.slice(0, 7));
  const usages = query.data ?? null;
  const months = usages ? [...usages.months].reverse() : [];
  const choices = [...new Set([today.slice(0, 7), ...months.map((one) => one.month)])];
  return (
    <Card aria-busy={query.isFetching}>
      <CardHeader
        title="Usage"
        description={`Days and months of ${zoneLabel(timezone, new Date())}.`}
        actions={
          <Select
            aria-label="Month"
            className="w-44"
            options={choices.map((value) => ({ value, label: monthWords(value) }))}
            value={month}
            onValueChange={setMonth}
          />
        }
      />
      {query.isLoadingError ? (
        <LoadFailed what="the usage" query={query} />
      ) : (
        <>
          <MonthChart days={usages && daysOfMonth(usages, month, today)} />
          <UsageTable
            label="Usage by month"
            head="Month"
            rows={usages && months.map((one) => ({ ...one, key: one.month, name: monthWords(one.month) }))}
            total={usages?.total ?? null}
            shown={month}
          />
        </>
      )}
    </Card>
  );
}

function MonthChart({ days }: { days: DataUsages['days'] | null }) {
  const [metric, setMetric] = useState<UsageMetric>('installs');
  const { newInstalls } = useProjectWords();
  const names = { installs: capital(newInstalls), clicks: 'Clicks', events: 'Events' };
  const series = SERIES[metric];
  const style = { currency: 'USD' };
  return (
    <CardBody className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          aria-label="Metric"
          options={METRICS.map((value) => ({ value, label: names[value] }))}
          value={metric}
          onValueChange={setMetric}
        />
        <ChartLegend series={series} />
      </div>
      <TrendChart
        label={`${names[metric]} by day`}
        series={series}
        points={
          days?.map(({ date, ...counts }) => ({
            name: formatDay(date, { day: 'numeric', month: 'short' }),
            title: formatDay(date, { weekday: 'short', day: 'numeric', month: 'long' }),
            values: counts,
          })) ?? null
        }
        height={190}
        words={{
          value: (value) => formatValue({ unit: 'count' }, value, style),
          axis: (value) => axisValue({ unit: 'count' }, value, style),
          whole: true,
        }}
        empty="No data in this month."
      />
    </CardBody>
  );
}
