import { eventWords } from '@trailmark/contract/event-words';
import { useState } from 'react';
import type { TrendPoint } from '../../charts/trend.ts';
import { LegendToggles, TrendChart } from '../../charts/trend-chart.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { zoneLabel } from '../../project/zone-label.ts';
import { hourIn, todayIn } from '../../report/calendar-day.ts';
import { axisValue, formatValue } from '../../report/format-value.ts';
import { Card, CardBody } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Events } from './events-query.ts';
import { ALL_EVENTS, type Bucket, bucketsOf, volumePoints, volumeSeries } from './volume-chart.ts';

interface VolumeCardProps {
  /** Null while they load. */
  report: Events | null;
  /** Whose events a bar has: an event by name, all of them, or the rest. */
  onPick: (bucket: Bucket, who: string) => void;
}

/** How often events came, by name. */
export function VolumeCard({ report, onPick }: VolumeCardProps) {
  const { timezone } = useProject();
  const words = useProjectWords();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const events = report?.events ?? [];
  const series = volumeSeries(events, (name) => eventWords(name, words));
  const shown = series.filter(({ key }) => !hidden.has(key));
  const buckets = report ? bucketsOf(report, events) : [];
  const isHourly = buckets[0]?.hour != null;
  const now = { day: todayIn(timezone, new Date()), hour: hourIn(timezone, new Date()) };
  const points = report && volumePoints(events, buckets, { series: shown, now });
  const style = { currency: report?.currency ?? 'USD' };
  const count = (value: number | null) => formatValue({ unit: 'count' }, value, style);
  const total = points?.reduce((sum, { values }) => sum + added(values), 0) ?? null;
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  const pick = (point: TrendPoint, name = ALL_EVENTS) => {
    const bucket = buckets[points?.findIndex(({ title }) => title === point.title) ?? -1];
    if (bucket) onPick(bucket, name);
  };
  return (
    <Card>
      <header className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-3 pb-2">
        <h2 className="flex items-baseline gap-2 font-semibold">
          {total === null ? (
            <Skeleton className="h-4 w-24" />
          ) : (
            <span className="num">{count(total)} events</span>
          )}
          <span className="font-normal text-text-3 text-sm">
            {isHourly ? 'by hour' : 'by day'}, {zoneLabel(timezone, new Date())}
          </span>
        </h2>
        <LegendToggles series={series} hidden={hidden} onToggle={toggle} />
      </header>
      <CardBody className="pb-3">
        <TrendChart
          label="Volume by name"
          series={shown}
          points={points}
          height={220}
          words={{ value: count, axis: (value) => axisValue({ unit: 'count' }, value, style), whole: true }}
          onPick={pick}
          empty={hidden.size > 0 ? 'All events are hidden.' : 'No events in this period.'}
        />
      </CardBody>
    </Card>
  );
}

function added(values: TrendPoint['values']): number {
  return Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
