import { cn } from '../ui/cn.ts';
import { CHART_COLORS, type ChartColor } from './chart-colors.ts';
import { sparkPath } from './spark-path.ts';

interface SparklineProps {
  values: readonly (number | null)[];
  color?: ChartColor;
  className?: string;
}

/** The trend of a metric without numbers; these are next to it, so it is hidden from screen readers. */
export function Sparkline({ values, color = 'accent', className }: SparklineProps) {
  return (
    <svg
      aria-hidden
      data-slot="sparkline"
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      className={cn('h-6 w-full overflow-visible', className)}
    >
      <path
        d={sparkPath(values)}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        style={{ stroke: CHART_COLORS[color] }}
      />
    </svg>
  );
}
