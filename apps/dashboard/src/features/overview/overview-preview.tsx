import { capital, withArticle } from '@trailmark/contract/project-words';
import type { ReactNode } from 'react';
import { BarList } from '../../charts/bar-list.tsx';
import { CHART_COLORS, type ChartColor } from '../../charts/chart-colors.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Tag } from '../../ui/tag.tsx';

/** Four weeks, with their weekends. */
const DAYS = Array.from({ length: 28 }, (_, day) => 60 + day * 1.2 + 14 * Math.sin((day / 7) * 2 * Math.PI));
const NETWORKS = [
  { key: 'Meta', size: 620, roas: '2.41', color: 'blue' },
  { key: 'Google', size: 430, roas: '3.18', color: 'orange' },
  { key: 'Organic', size: 280, roas: '–', color: 'green' },
  { key: 'TikTok', size: 110, roas: '1.92', color: 'violet' },
] as const;

/** What the overview looks like once data arrives: a drawing with invented numbers, which says so. */
export function OverviewPreview() {
  const { name } = useProject();
  const { install, newInstalls } = useProjectWords();
  const installs = capital(newInstalls);
  return (
    <Card aria-label={`Example of an overview with data from ${name}`} className="flex flex-col">
      <CardHeader
        title="What you will see here"
        description={`It fills as clicks and ${newInstalls} arrive.`}
        actions={<Tag>Example</Tag>}
        className="pb-3"
      />
      <div aria-hidden inert className="flex grow flex-col gap-3 border-t border-line p-4">
        <div className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line *:bg-panel sm:grid-cols-4">
          <Metric name="Clicks" value="24,891" values={DAYS} />
          <Metric name={installs} value="1,440" values={DAYS.map((value, day) => value + (day % 5) * 4)} />
          <Metric name="Spend" value="$2,960" values={DAYS.map((value) => 80 + value / 3)} color="grey" />
          <Metric name="ROAS" value="2.84" values={DAYS.map((value, day) => value - (day % 4) * 5)} />
        </div>
        <Part title={`${installs} by day`} className="grow">
          <Trend />
        </Part>
        <Part title="By network">
          <BarList
            label="By network"
            heads={['Network', installs, 'ROAS']}
            rows={NETWORKS.map(({ key, size, roas, color }) => ({
              key,
              label: key,
              size,
              color,
              cells: [size, roas],
            }))}
          />
        </Part>
        <Part title={`Why ${withArticle(install)} was attributed`}>
          <ol className="grid gap-1.5 text-sm text-text-2">
            <ReceiptLine color="blue">Meta · click · 2 h before</ReceiptLine>
            <ReceiptLine color="orange">Google · click · 9 days before, outside the window</ReceiptLine>
          </ol>
        </Part>
      </div>
    </Card>
  );
}

function Part({
  title,
  className = '',
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`flex flex-col gap-2 rounded-md border border-line px-3 py-2.5 ${className}`}>
      <p className="text-sm font-medium">{title}</p>
      {children}
    </div>
  );
}

interface MetricProps {
  name: string;
  value: string;
  values: readonly number[];
  color?: ChartColor;
}

function Metric({ name, value, values, color = 'accent' }: MetricProps) {
  return (
    <div className="grid min-w-0 gap-1 px-3 py-2">
      <span className="truncate text-xs text-text-2">{name}</span>
      <span className="num text-lg font-semibold">{value}</span>
      <Sparkline values={values} color={color} className="h-4" />
    </div>
  );
}

function Trend() {
  const top = Math.max(...DAYS) * 1.1;
  const points = DAYS.map((value, day) => `${(day / (DAYS.length - 1)) * 100},${60 - (value / top) * 60}`);
  return (
    <div className="relative min-h-28 grow">
      <svg aria-hidden viewBox="0 0 100 60" preserveAspectRatio="none" className="absolute inset-0 size-full">
        <polygon points={`0,60 ${points.join(' ')} 100,60`} className="fill-accent-soft" />
        <polyline
          points={points.join(' ')}
          fill="none"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
          style={{ stroke: CHART_COLORS.accent }}
        />
      </svg>
    </div>
  );
}

function ReceiptLine({ color, children }: { color: ChartColor; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span className="size-2 shrink-0 rounded-full" style={{ background: CHART_COLORS[color] }} />
      {children}
    </li>
  );
}
