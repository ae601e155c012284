import { type Metric, metricOf } from '@trailmark/contract/metrics';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useProject } from '../project/current-project.tsx';
import { zoneLabel } from '../project/zone-label.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Sheet, SheetClose, SheetContent } from '../ui/sheet.tsx';
import { formatDays } from './calendar-day.ts';
import type { FigureAsked } from './figure-asked.ts';
import { FigureRows } from './figure-rows.tsx';
import { fullValue } from './format-value.ts';
import { MetricFacts } from './metric-facts.tsx';
import { useReportRange, useToday } from './use-report-range.ts';

interface FigureSheetProps {
  asked: FigureAsked;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** From a number to its formula, to its parts, to its rows. */
export function FigureSheet({ asked, open, onOpenChange }: FigureSheetProps) {
  const metric = metricOf(asked.metric);
  if (!metric) return null;
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title={metric.label} side="right" className="w-[min(860px,100vw)] gap-4 pb-4">
        {/* Another figure begins with its own first part. */}
        <FigureStory key={`${asked.metric} ${asked.of ?? ''}`} asked={asked} metric={metric} />
      </SheetContent>
    </Sheet>
  );
}

function FigureStory({ asked, metric }: { asked: FigureAsked; metric: Metric }) {
  const { currency, timezone } = useProject();
  const range = useReportRange();
  const today = useToday();
  const { from, to } = asked.days ?? range;
  return (
    <>
      <header className="flex items-start gap-3 px-5 pt-4">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="truncate text-sm text-text-2">{asked.of ?? 'Whole project'}</p>
          <p className="flex flex-wrap items-baseline gap-x-3 text-xl font-semibold tracking-[-0.01em]">
            {metric.label}
            {asked.value !== undefined && (
              <span className="num">{fullValue(metric, asked.value, { currency })}</span>
            )}
          </p>
          <p className="num text-sm text-text-3">
            {formatDays(from, to, today)}, {zoneLabel(timezone, new Date())}
          </p>
        </div>
        <SheetClose asChild>
          <IconButton label="Close" tooltip={false} size="sm" className="-mr-1.5">
            <X aria-hidden />
          </IconButton>
        </SheetClose>
      </header>
      <div className="px-5">
        <MetricFacts metric={asked.metric} />
      </div>
      <Behind asked={asked} metric={metric} from={from} to={to} />
    </>
  );
}

interface BehindProps {
  asked: FigureAsked;
  metric: Metric;
  from: string;
  to: string;
}

function Behind({ asked, metric, from, to }: BehindProps) {
  const parts = (metric.parts ?? []).filter((key) => metricOf(key));
  const [part, setPart] = useState(parts[0] ?? asked.metric);
  const rowsOf = metricOf(part)?.rows ? part : null;
  return (
    <>
      {parts.length > 0 && (
        <div className="grid gap-2 px-5">
          <Division parts={parts} asked={asked} />
          <Segmented
            aria-label="Rows of"
            value={part}
            onValueChange={setPart}
            options={parts.map((key) => ({ value: key, label: metricOf(key)?.label ?? key }))}
          />
        </div>
      )}
      {rowsOf === null && (
        <p className="px-5 text-sm text-text-2">
          {metricOf(part)?.label ?? 'It'} is counted from the days on which installs were active, so no single
          row belongs to it.
        </p>
      )}
      {rowsOf !== null && asked.rowless && <p className="px-5 text-sm text-text-2">{asked.rowless}</p>}
      {rowsOf !== null && !asked.rowless && (
        <FigureRows metric={rowsOf} from={from} to={to} filter={asked.filter ?? {}} />
      )}
    </>
  );
}

/** The two metrics of a ratio, with their values where both are known. */
function Division({ parts, asked }: { parts: string[]; asked: FigureAsked }) {
  const { currency } = useProject();
  const hasValues = parts.every((key) => asked.values?.[key] !== undefined);
  const words = parts.map((key) => {
    const metric = metricOf(key);
    return metric && hasValues
      ? `${metric.label} ${fullValue(metric, asked.values?.[key], { currency })}`
      : metric?.label;
  });
  return <p className="num">{words.join(' ÷ ')}</p>;
}
