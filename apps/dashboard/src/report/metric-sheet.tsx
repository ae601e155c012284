import type { Metric } from '@trailmark/contract/metric';
import { metricOf } from '@trailmark/contract/metrics';
import { useState } from 'react';
import { useProject } from '../project/current-project.tsx';
import { useProjectWords } from '../project/project-words.ts';
import { zoneLabel } from '../project/zone-label.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Sheet, SheetCloseButton, SheetContent } from '../ui/sheet.tsx';
import { formatDays } from './calendar-day.ts';
import { fullValue } from './format-value.ts';
import { MetricFacts } from './metric-facts.tsx';
import type { OpenedMetric } from './metric-filter.ts';
import { MetricRows } from './metric-rows.tsx';
import { useReportRange, useToday } from './use-report-range.ts';

interface MetricSheetProps {
  opened: OpenedMetric;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The formula of a metric, the metrics of a ratio, and the rows that were counted. */
export function MetricSheet({ opened, open, onOpenChange }: MetricSheetProps) {
  const { platform } = useProject();
  const metric = metricOf(opened.metric, platform);
  if (!metric) return null;
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title={metric.label} side="right" className="w-[min(860px,100vw)] gap-4 pb-4">
        {/* Another metric begins with its own first part. */}
        <MetricDetails key={`${opened.metric} ${opened.of ?? ''}`} opened={opened} metric={metric} />
      </SheetContent>
    </Sheet>
  );
}

function MetricDetails({ opened, metric }: { opened: OpenedMetric; metric: Metric }) {
  const { currency, timezone } = useProject();
  const range = useReportRange();
  const today = useToday();
  const { from, to } = opened.days ?? range;
  return (
    <>
      <header className="flex items-start gap-3 px-5 pt-4">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="truncate text-sm text-text-2">{opened.of ?? 'Whole project'}</p>
          <p className="flex flex-wrap items-baseline gap-x-3 text-xl font-semibold tracking-[-0.01em]">
            {metric.label}
            {opened.value !== undefined && (
              <span className="num">{fullValue(metric, opened.value, { currency })}</span>
            )}
          </p>
          <p className="num text-sm text-text-3">
            {formatDays(from, to, today)}, {zoneLabel(timezone, new Date())}
          </p>
        </div>
        <SheetCloseButton />
      </header>
      <div className="px-5">
        <MetricFacts metric={opened.metric} />
      </div>
      <Behind opened={opened} metric={metric} from={from} to={to} />
    </>
  );
}

interface BehindProps {
  opened: OpenedMetric;
  metric: Metric;
  from: string;
  to: string;
}

function Behind({ opened, metric, from, to }: BehindProps) {
  const { platform } = useProject();
  const { installs } = useProjectWords();
  const parts = (metric.parts ?? []).filter((key) => metricOf(key));
  const [part, setPart] = useState(parts[0] ?? opened.metric);
  const rowsOf = metricOf(part)?.rows ? part : null;
  return (
    <>
      {parts.length > 0 && (
        <div className="grid gap-2 px-5">
          <Division parts={parts} opened={opened} />
          <Segmented
            aria-label="Rows of"
            value={part}
            onValueChange={setPart}
            options={parts.map((key) => ({ value: key, label: metricOf(key, platform)?.label ?? key }))}
          />
        </div>
      )}
      {rowsOf === null && (
        <p className="px-5 text-sm text-text-2">
          {metricOf(part, platform)?.label ?? 'It'} is counted from the days on which {installs} were active,
          so no single row belongs to it.
        </p>
      )}
      {rowsOf !== null && opened.rowless && <p className="px-5 text-sm text-text-2">{opened.rowless}</p>}
      {rowsOf !== null && !opened.rowless && (
        <MetricRows metric={rowsOf} from={from} to={to} filter={opened.filter ?? {}} />
      )}
    </>
  );
}

/** The two metrics of a ratio, with their values where both are known. */
function Division({ parts, opened }: { parts: string[]; opened: OpenedMetric }) {
  const { currency, platform } = useProject();
  const hasValues = parts.every((key) => opened.values?.[key] !== undefined);
  const words = parts.map((key) => {
    const metric = metricOf(key, platform);
    return metric && hasValues
      ? `${metric.label} ${fullValue(metric, opened.values?.[key], { currency })}`
      : metric?.label;
  });
  return <p className="num">{words.join(' ÷ ')}</p>;
}
