import { SKAN_METRICS, type SkanMetric, type SkanReport } from '@trailmark/contract/skan-report';
import { useProject } from '../../../project/current-project.tsx';
import { formatValue } from '../../../report/format-value.ts';
import { Cells } from '../../../report/kpi-grid.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { expectedInWords, limitsInWords } from './amount-words.ts';
import { MetricLabel } from './metric-label.tsx';

const SHOWN = [
  'installs',
  'redownloads',
  'reengagements',
  'null_rate',
  'revenue',
  'spend',
  'roas',
] as const satisfies readonly SkanMetric[];

/** The metrics of the period side by side. */
export function MetricCells({ report }: { report: SkanReport | null }) {
  return (
    <Cells>
      {SHOWN.map((metric) => (
        <div key={metric} className="grid h-[98px] min-w-0 content-between px-4 py-3.5">
          <div className="flex min-w-0 text-sm leading-4 text-text-2">
            <MetricLabel metric={metric} />
          </div>
          {report ? <Amount metric={metric} report={report} /> : <Skeleton className="mt-1 mb-5 h-5 w-24" />}
        </div>
      ))}
    </Cells>
  );
}

function Amount({ metric, report }: { metric: (typeof SHOWN)[number]; report: SkanReport }) {
  const { currency } = useProject();
  const { total } = report;
  return (
    <div className="grid min-w-0 grid-rows-[28px_16px]">
      <span className="num truncate text-2xl leading-7 font-semibold tracking-[-0.02em]">
        {metric === 'revenue'
          ? expectedInWords(total, currency)
          : formatValue(SKAN_METRICS[metric], total[metric], { currency })}
      </span>
      {metric === 'revenue' && total.revenue && (
        <span
          className="num truncate text-xs leading-4 text-text-3"
          title={limitsInWords(total.revenue, currency)}
        >
          {limitsInWords(total.revenue, currency)}
        </span>
      )}
    </div>
  );
}
