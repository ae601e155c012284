import type { Stats } from '@trailmark/contract/stats';
import { Sparkline } from '../charts/sparkline.tsx';
import { useProject } from '../project/current-project.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Delta } from './delta.tsx';
import { drawable } from './format-value.ts';
import { headlinesOf } from './headline-metrics.ts';
import { Cells } from './kpi-grid.tsx';
import type { OpenedMetric } from './metric-filter.ts';
import { MetricName } from './metric-name.tsx';
import { MetricNumber } from './metric-number.tsx';
import { usePeriodWords } from './use-period-words.ts';

interface KpiStripProps extends Pick<OpenedMetric, 'of' | 'filter'> {
  /** Null while they load. */
  stats: Pick<Stats, 'from' | 'to' | 'compared' | 'total' | 'previous' | 'days' | 'currency'> | null;
}

/** The headline metrics, each with its trend and its change. */
export function KpiStrip({ stats, ...scope }: KpiStripProps) {
  const { platform } = useProject();
  const period = usePeriodWords(stats ?? undefined);
  return (
    <Cells>
      {headlinesOf(platform).kpis.map((metric) => (
        <div key={metric} className="grid h-[106px] min-w-0 content-between px-4 py-3.5">
          <div className="flex min-w-0 items-center justify-between gap-1 text-sm leading-4 text-text-2">
            <MetricName metric={metric} />
            {stats && period && (
              <Delta
                metric={metric}
                value={stats.total[metric]}
                previous={stats.previous?.[metric]}
                period={period}
                style={{ currency: stats.currency }}
                explain={scope}
                className="text-xs"
              />
            )}
          </div>
          {stats ? (
            <MetricNumber
              metric={metric}
              value={stats.total[metric] ?? null}
              values={stats.total}
              {...scope}
              className="w-fit text-2xl leading-7 font-semibold tracking-[-0.02em]"
            />
          ) : (
            <Skeleton className="my-1 h-5 w-24" />
          )}
          {stats ? (
            <Sparkline
              values={stats.days.map(({ values }) => drawable(values[metric]))}
              color={metric === 'spend' ? 'grey' : 'accent'}
            />
          ) : (
            <Skeleton className="h-6" />
          )}
        </div>
      ))}
    </Cells>
  );
}
