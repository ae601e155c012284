import type { SkanReport } from '@trailmark/contract/skan-report';
import type { TrendSeries } from '../../../charts/trend.ts';
import { ChartLegend, TrendChart } from '../../../charts/trend-chart.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { axisValue, formatValue } from '../../../report/format-value.ts';
import { trendPoints } from '../../../report/trend-points.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';

const SERIES: readonly TrendSeries[] = [
  { key: 'installs', label: 'SKAN installs', color: 'accent', stack: 'first' },
  { key: 'redownloads', label: 'Redownloads', color: 'violet', stack: 'first' },
  { key: 'reengagements', label: 'Re-engagements', color: 'green', stack: 'first' },
];
const COUNT = { unit: 'count' } as const;

/** Winning first postbacks by day. */
export function DayChart({ report }: { report: SkanReport | null }) {
  const { currency } = useProject();
  const days = report?.days.map(({ date, installs, redownloads, reengagements }) => ({
    date,
    values: { installs, redownloads, reengagements },
  }));
  return (
    <Card>
      <CardHeader
        title={report?.day_basis === 'install' ? 'By estimated install day' : 'By day received'}
        actions={<ChartLegend series={SERIES} />}
      />
      <CardBody className="pb-3">
        <TrendChart
          label="SKAN installs by day"
          series={SERIES}
          points={days ? trendPoints({ days, keys: SERIES.map(({ key }) => key) }) : null}
          words={{
            value: (value) => formatValue(COUNT, value, { currency }),
            axis: (value) => axisValue(COUNT, value, { currency }),
            whole: true,
          }}
        />
      </CardBody>
    </Card>
  );
}
