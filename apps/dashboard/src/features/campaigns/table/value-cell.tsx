import { metricOf } from '@trailmark/contract/metrics';
import type { Values } from '@trailmark/contract/report-filter';
import { useProject } from '../../../project/current-project.tsx';
import { Delta } from '../../../report/delta.tsx';
import { formatValue, fullValue } from '../../../report/format-value.ts';
import { judgedStyle, judgeValue } from '../../../report/judge-value.ts';
import type { OpenedMetric } from '../../../report/metric-filter.ts';
import { useOpenMetric } from '../../../report/metric-sheet-provider.tsx';
import { useUsualCpi } from '../../../report/usual-cpi.tsx';
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
  const { currency, platform } = useProject();
  const open = useOpenMetric();
  const usualCpi = useUsualCpi();
  const explain = scope.rowless ? null : scope;
  return columns.map((key) => {
    const value = values[key] ?? null;
    const metric = metricOf(key);
    if (!metric) return <td key={key} className={cellStyle} />;
    const shown = formatValue(metric, value, { currency });
    const full = fullValue(metric, value, { currency });
    const judgement = judgeValue(key, { value, values, platform, usualCpi });
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
            className="mr-2 text-xs font-normal max-sm:mr-0 max-sm:flex max-sm:justify-end max-sm:leading-4"
          />
        )}
        <button
          type="button"
          title={[full === shown ? '' : full, judgement?.reason].filter(Boolean).join('\n') || undefined}
          onClick={() => open({ metric: key, value, values, ...scope })}
          className={judgement ? `${numberStyle} ${judgedStyle[judgement.kind]}` : numberStyle}
        >
          {shown}
        </button>
      </td>
    );
  });
}
