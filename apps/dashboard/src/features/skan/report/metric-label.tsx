import { SKAN_METRICS, type SkanMetric } from '@trailmark/contract/skan-report';
import { cn } from '../../../ui/cn.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

/** The name of a metric, with its formula where it is pointed at or reached by keyboard. */
export function MetricLabel({ metric, className }: { metric: SkanMetric; className?: string }) {
  const { label, formula } = SKAN_METRICS[metric];
  return (
    <Tooltip content={formula} className="max-w-80 px-3 py-2">
      <button
        type="button"
        className={cn(
          '-mx-1 truncate rounded-xs px-1 decoration-dotted underline-offset-4 hover:underline',
          className,
        )}
      >
        {label}
      </button>
    </Tooltip>
  );
}
