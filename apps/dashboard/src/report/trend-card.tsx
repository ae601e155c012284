import { metricOf } from '@trailmark/contract/metrics';
import type { Stats } from '@trailmark/contract/stats';
import { choiceParam } from '../address/address-params.ts';
import type { AddressSchema } from '../address/address-state.ts';
import { useAddressState } from '../address/use-address-state.ts';
import type { TrendPoint, TrendSeries } from '../charts/trend.ts';
import { ChartLegend, TrendChart } from '../charts/trend-chart.tsx';
import { useProject } from '../project/current-project.tsx';
import { Card, CardBody } from '../ui/card.tsx';
import { Select } from '../ui/select.tsx';
import { axisValue, formatValue } from './format-value.ts';
import { headlinesOf, TREND_METRICS } from './headline-metrics.ts';
import type { OpenedMetric } from './metric-filter.ts';
import { BEFORE, trendPoints } from './trend-points.ts';
import { useExplainChange } from './use-explain-change.ts';
import { useReportRange, useToday } from './use-report-range.ts';

interface TrendState {
  metric: string;
}

const TREND: AddressSchema<TrendState> = { metric: choiceParam<string>('metric', TREND_METRICS) };
const DEFAULT_TREND: TrendState = { metric: 'installs' };

interface TrendScope {
  /** What the dashed line is; null where there is none. */
  compared: string | null;
  isWhole: boolean;
}

/** Installs are stacked by paid, owned and organic; every other metric is one line. */
function seriesOf(metric: string, label: string, { compared, isWhole }: TrendScope): TrendSeries[] {
  const before: TrendSeries[] = compared
    ? [{ key: BEFORE, label: compared, color: 'grey', look: 'dashed' }]
    : [];
  if (metric === 'installs' && isWhole) {
    return [
      { key: 'organic_installs', label: 'Organic', color: 'green', stack: 'installs' },
      { key: 'owned_installs', label: 'Owned', color: 'violet', stack: 'installs' },
      { key: 'paid_installs', label: 'Paid', color: 'accent', stack: 'installs' },
      ...before,
    ];
  }
  return [{ key: metric, label, color: 'accent' }, ...before];
}

function lineWords(compare: string): string | null {
  if (compare === 'none') return null;
  return (
    { previous: 'Previous period', weekdays: 'Same weekdays before', year: 'Previous year' }[compare] ??
    'Compared period'
  );
}

interface TrendCardProps extends Pick<OpenedMetric, 'of' | 'filter'> {
  /** Null while they load. */
  stats: Pick<Stats, 'days' | 'previous_days' | 'compared'> | null;
  /** Of the whole project: within a campaign nothing is organic. */
  isWhole?: boolean;
}

/** How one metric went from day to day; the address says which. */
export function TrendCard({ stats, isWhole = true, of, filter }: TrendCardProps) {
  const { currency, platform } = useProject();
  const [{ metric }, change] = useAddressState(TREND, DEFAULT_TREND, { replace: () => true });
  const { compare } = useReportRange();
  const today = useToday();
  const explain = useExplainChange();
  // Known before the numbers are: the legend does not grow when these come.
  const label = metricOf(metric, platform)?.label ?? metric;
  const series = seriesOf(metric, label, { compared: lineWords(compare), isWhole });
  const unit = metricOf(metric) ?? { unit: 'count' };
  const keys = series.map(({ key }) => key).filter((key) => key !== BEFORE);
  const points = stats
    ? trendPoints({
        days: stats.days,
        previousDays: stats.previous_days,
        keys,
        compared: metric,
        today,
        until: stats.compared?.until ?? null,
      })
    : null;
  const pick = (point: TrendPoint) => {
    const date = stats?.days[points?.indexOf(point) ?? -1]?.date;
    if (!date) return;
    explain?.({
      metric,
      ...(of ? { of } : {}),
      ...(filter ? { filter } : {}),
      days: { from: date, to: date },
    });
  };
  return (
    <Card>
      <header className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3 pb-2">
        <h2 className="sr-only">Trend</h2>
        <Select
          aria-label="Metric of the trend"
          size="sm"
          className="w-44 font-medium"
          options={headlinesOf(platform).trend.map((key) => ({
            value: key,
            label: metricOf(key, platform)?.label ?? key,
          }))}
          value={metric}
          onValueChange={(next) => change({ metric: next })}
        />
        <ChartLegend series={series} />
      </header>
      <CardBody className="pb-3">
        <TrendChart
          label={`${label} by day`}
          series={series}
          points={points}
          words={{
            value: (value) => formatValue(unit, value, { currency }),
            axis: (value) => axisValue(unit, value, { currency }),
            whole: unit.unit === 'count',
          }}
          {...(explain ? { onPick: pick } : {})}
        />
      </CardBody>
    </Card>
  );
}
