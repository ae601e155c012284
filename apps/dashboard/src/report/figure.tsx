import { metricOf } from '@trailmark/contract/metrics';
import { useProject } from '../project/current-project.tsx';
import { cn } from '../ui/cn.ts';
import type { FigureAsked } from './figure-asked.ts';
import { useOpenFigure } from './figure-door.tsx';
import { formatValue, fullValue, NO_VALUE } from './format-value.ts';

interface FigureProps extends FigureAsked {
  className?: string;
}

/** A number that opens its formula, its parts and its rows. */
export function Figure({ className, ...asked }: FigureProps) {
  const { currency } = useProject();
  const open = useOpenFigure();
  const metric = metricOf(asked.metric);
  if (!metric) return null;
  const shown = formatValue(metric, asked.value, { currency });
  const full = fullValue(metric, asked.value, { currency });
  const name = [asked.of, metric.label].filter(Boolean).join(', ');
  return (
    <button
      type="button"
      data-slot="figure"
      title={full === shown ? undefined : full}
      aria-label={`${name}: ${full === NO_VALUE ? 'no number' : full}`}
      onClick={() => open(asked)}
      className={cn(
        'num -mx-1 rounded-xs px-1 decoration-dotted underline-offset-4 hover:underline',
        shown === NO_VALUE && 'text-text-3',
        className,
      )}
    >
      {shown}
    </button>
  );
}
