import { metricOf } from '@trailmark/contract/metrics';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '../ui/cn.ts';
import type { OpenedChange } from './change-filter.ts';
import { changeOf, changeWords, isChange } from './change-of.ts';
import { fullValue, NO_VALUE, type Value, type ValueStyle } from './format-value.ts';
import { useExplainChange } from './use-explain-change.ts';

interface DeltaProps {
  metric: string;
  value: Value | undefined;
  previous: Value | undefined;
  /** The period that it is compared with: "2–31 May". */
  period: string;
  style: ValueStyle;
  /** In the same cell as the number: a dash before it would read as a minus, so nothing is shown without a change. */
  inline?: boolean;
  /** Whose change it is: it then opens what explains it. */
  explain?: Omit<OpenedChange, 'metric'> | null;
  className?: string;
}

/** How a metric changed, and against which period. */
export function Delta({
  metric: key,
  value,
  previous,
  period,
  style,
  inline = false,
  explain,
  className,
}: DeltaProps) {
  const open = useExplainChange();
  const metric = metricOf(key);
  if (!metric) return null;
  const change = changeOf(metric, value, previous);
  const before = fullValue(metric, previous, style);
  const base = before === NO_VALUE ? `nothing in ${period}` : `${before} in ${period}`;
  const tone = change.isGood === null ? 'text-text-2' : change.isGood ? 'text-good' : 'text-bad';
  const Arrow = change.direction === 'up' ? ArrowUp : ArrowDown;
  const look = cn('num inline-flex items-center gap-0.5 text-sm whitespace-nowrap', tone, className);
  const content = (
    <>
      {change.direction !== 'same' && <Arrow aria-hidden className="size-3 shrink-0" strokeWidth={2.2} />}
      {!(inline && !isChange(change)) && changeWords(change)}
      <span className="sr-only"> compared with {base}</span>
    </>
  );
  const common = { 'data-slot': 'delta', title: `Compared with ${base}` };
  if (!explain || !open || !isChange(change)) {
    return (
      <span {...common} className={look}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      {...common}
      onClick={() => open({ ...explain, metric: key })}
      className={cn(look, 'rounded-xs decoration-dotted underline-offset-4 hover:underline')}
    >
      {content}
      <span className="sr-only">. Explain the change</span>
    </button>
  );
}
