import { metricOf } from '@trailmark/contract/metrics';
import type { ReactNode } from 'react';
import { useProject } from '../project/current-project.tsx';
import { cn } from '../ui/cn.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { MetricFacts } from './metric-facts.tsx';
import { useOpenMetric } from './metric-sheet-provider.tsx';

interface MetricTipProps {
  metric: string;
  /** One element that can take focus. */
  children: ReactNode;
}

/** Shows what a metric means when the element is pointed at, or reached by keyboard. */
export function MetricTip({ metric, children }: MetricTipProps) {
  return (
    <Tooltip content={<MetricFacts metric={metric} />} className="max-w-80 px-3 py-2">
      {children}
    </Tooltip>
  );
}

interface MetricNameProps {
  metric: string;
  /** Where the name is too long for its place. */
  label?: string;
  className?: string;
}

/** The name of a metric; a click opens its definition, for fingers that cannot point. */
export function MetricName({ metric, label, className }: MetricNameProps) {
  const open = useOpenMetric();
  const { platform } = useProject();
  return (
    <MetricTip metric={metric}>
      <button
        type="button"
        onClick={() => open({ metric })}
        className={cn(
          '-mx-1 truncate rounded-xs px-1 text-left decoration-dotted underline-offset-4 hover:underline',
          className,
        )}
      >
        {label ?? metricOf(metric, platform)?.label ?? metric}
      </button>
    </MetricTip>
  );
}
