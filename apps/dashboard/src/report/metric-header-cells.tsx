import { TableHeaderCell } from '../ui/table.tsx';
import { MetricName } from './metric-name.tsx';

/** A column for each metric, with its definition. */
export function MetricHeaderCells({ metrics }: { metrics: readonly string[] }) {
  return metrics.map((metric) => (
    <TableHeaderCell key={metric} numeric>
      <MetricName metric={metric} className="hover:text-text" />
    </TableHeaderCell>
  ));
}
