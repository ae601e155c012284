import { metricOf } from '@trailmark/contract/metrics';
import type { Values } from '@trailmark/contract/report-filter';
import { useProject } from '../../../project/current-project.tsx';
import { changeFilter } from '../../../report/change-filter.ts';
import { Delta } from '../../../report/delta.tsx';
import { formatValue, fullValue } from '../../../report/format-value.ts';
import type { OpenedMetric } from '../../../report/metric-filter.ts';
import { useOpenMetric } from '../../../report/metric-sheet-provider.tsx';
import { cellStyle } from './table-layout.ts';

interface ValueCellsProps extends Pick<OpenedMetric, 'of' | 'filter' | 'rowless'> {
  columns: readonly string[];
  values: Values;
  previous: Values | null;
  /** The period that metrics are compared with; null where they are not. */
  period: string | null;
}

const numberCell = `${cellStyle} num text-right`;
const numberStyle = '-mx-1 rounded-xs px-1 decoration-dotted underline-offset-4 hover:underline';

/**
 * A cell for every column. They open what a MetricNumber opens, with as little around them as can be: a table has
 * hundreds of them in sight, and their names for screen readers are those of their columns.
 */
export function ValueCells({ columns, values, previous, period, ...scope }: ValueCellsProps) {
  const { currency } = useProject();
  const open = useOpenMetric();
  const filter = changeFilter(scope.filter);
  const explain = filter && !scope.rowless ? { ...(scope.of ? { of: scope.of } : {}), filter } : null;
  return columns.map((key) => {
    const value = values[key] ?? null;
    const metric = metricOf(key);
    if (!metric) return <td key={key} className={cellStyle} />;
    const shown = formatValue(metric, value, { currency });
    const full = fullValue(metric, value, { currency });
    return (
      <td key={key} className={numberCell}>
        {period !== null && (
          <Delta
            metric={key}
            value={value}
            previous={previous?.[key]}
            period={period}
            style={{ currency }}
            inline
            explain={explain}
            className="mr-2 text-xs font-normal"
          />
        )}
        <button
          type="button"
          title={full === shown ? undefined : full}
          onClick={() => open({ metric: key, value, values, ...scope })}
          className={numberStyle}
        >
          {shown}
        </button>
      </td>
    );
  });
}
