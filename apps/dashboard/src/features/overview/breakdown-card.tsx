import type { BreakdownRow, Stats } from '@trailmark/contract/stats';
import { type ReactNode, useState } from 'react';
import { BarList, type BarRow } from '../../charts/bar-list.tsx';
import type { ChartColor } from '../../charts/chart-colors.ts';
import { ChangeSortButton, changeSize } from '../../report/change-sort.tsx';
import { Delta } from '../../report/delta.tsx';
import { drawable } from '../../report/format-value.ts';
import type { MetricFilter } from '../../report/metric-filter.ts';
import { MetricName } from '../../report/metric-name.tsx';
import { MetricNumber } from '../../report/metric-number.tsx';
import { usePeriodWords } from '../../report/use-period-words.ts';
import { Card, CardHeader } from '../../ui/card.tsx';

const SHOWN = 5;

interface BreakdownCardProps {
  title: string;
  /** What its rows are: "Network". */
  what: string;
  /** The first one is drawn; on a phone there is room for the first and the last. */
  metrics: readonly [string, ...string[]];
  stats: Stats | null;
  breakdown: readonly BreakdownRow[] | null;
  words: (key: string) => string;
  filter: (key: string) => MetricFilter;
  color?: (key: string) => ChartColor | undefined;
  footer?: ReactNode;
}

const sizeOf = ({ values }: Pick<BreakdownRow, 'values'>, metric: string) => drawable(values[metric]) ?? 0;

/** The largest first, or those that changed most, whether up or down. */
function sorted(rows: readonly BreakdownRow[], metric: string, isByChange: boolean): BreakdownRow[] {
  const rank = (row: BreakdownRow) => (isByChange ? changeSize(row, metric) : sizeOf(row, metric));
  return [...rows].sort((one, other) => rank(other) - rank(one));
}

/** The values of a dimension with some metrics, and how the first of them changed. */
export function BreakdownCard(props: BreakdownCardProps) {
  const { title, what, metrics, stats, breakdown, words, filter, color, footer } = props;
  const [isOpen, setOpen] = useState(false);
  const [isByChange, setByChange] = useState(false);
  const period = usePeriodWords(stats ?? undefined);
  const all = sorted(breakdown ?? [], metrics[0], isByChange && period !== null);
  const more = all.length - SHOWN;
  const rows = (isOpen ? all : all.slice(0, SHOWN)).map((row): BarRow => {
    const { key, values } = row;
    const given = color?.(key);
    const own = { of: words(key), filter: filter(key) };
    return {
      key,
      label: words(key),
      size: drawable(values[metrics[0]]),
      ...(given ? { color: given } : {}),
      cells: [
        ...metrics.map((metric) => (
          <MetricNumber
            key={metric}
            metric={metric}
            value={values[metric] ?? null}
            values={values}
            {...own}
          />
        )),
        ...(period !== null && stats
          ? [
              <Delta
                key="change"
                metric={metrics[0]}
                value={values[metrics[0]]}
                previous={row.previous?.[metrics[0]]}
                period={period}
                style={{ currency: stats.currency }}
                explain={own}
                className="text-xs"
              />,
            ]
          : []),
      ],
    };
  });
  const heads = metrics.map((metric) => (
    <MetricName key={metric} metric={metric} className="text-right whitespace-normal" />
  ));
  return (
    <Card className="flex sm:min-h-[264px] flex-col">
      <CardHeader
        title={title}
        actions={
          period !== null &&
          all.length > 1 && <ChangeSortButton isByChange={isByChange} onChange={setByChange} />
        }
      />
      <div className="px-4 pb-3">
        {breakdown?.length === 0 ? (
          <p className="py-8 text-center text-sm text-text-2">No data in this period.</p>
        ) : (
          <BarList
            label={title}
            heads={[what, ...heads, ...(period !== null ? ['Change'] : [])]}
            rows={breakdown ? rows : null}
            expected={SHOWN}
          />
        )}
        {more > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="link mt-1 min-h-6 text-sm pointer-coarse:min-h-9"
          >
            {isOpen ? 'Show fewer' : `and ${more} more`}
          </button>
        )}
      </div>
      {footer && <div className="mt-auto">{footer}</div>}
    </Card>
  );
}
