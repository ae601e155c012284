import { metricOf } from '@trailmark/contract/metrics';
import { useProject } from '../project/current-project.tsx';
import { cn } from '../ui/cn.ts';
import { formatValue, fullValue, NO_VALUE } from './format-value.ts';
import { judgedStyle, judgeValue } from './judge-value.ts';
import type { OpenedMetric } from './metric-filter.ts';
import { useOpenMetric } from './metric-sheet-provider.tsx';
import { useUsualCpi } from './usual-cpi.tsx';

interface MetricNumberProps extends OpenedMetric {
  className?: string;
}

/** The value of a metric; it opens the formula, the metrics of a ratio and the rows. */
export function MetricNumber({ className, ...opened }: MetricNumberProps) {
  const { currency, platform } = useProject();
  const open = useOpenMetric();
  const usualCpi = useUsualCpi();
  const metric = metricOf(opened.metric, platform);
  if (!metric) return null;
  const shown = formatValue(metric, opened.value, { currency });
  const full = fullValue(metric, opened.value, { currency });
  const judgement = judgeValue(opened.metric, {
    value: opened.value,
    values: opened.values,
    platform,
    usualCpi,
  });
  const name = [opened.of, metric.label].filter(Boolean).join(', ');
  // What is seen is a part of what is said, so that a voice can name it.
  const spoken = full === NO_VALUE ? 'no number' : full === shown ? full : `${shown}, ${full}`;
  return (
    <button
      type="button"
      data-slot="metric"
      title={[full === shown ? '' : full, judgement?.reason].filter(Boolean).join('\n') || undefined}
      aria-label={`${name}: ${spoken}${judgement ? `. ${judgement.reason}` : ''}`}
      onClick={() => open(opened)}
      className={cn(
        'num -mx-1 min-h-6 min-w-6 rounded-xs px-1 text-right decoration-dotted underline-offset-4 hover:underline',
        shown === NO_VALUE && 'text-text-3',
        judgement && judgedStyle[judgement.kind],
        className,
      )}
    >
      {shown}
    </button>
  );
}
