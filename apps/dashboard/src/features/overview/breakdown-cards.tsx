import { Link } from '@tanstack/react-router';
import { ORGANIC } from '@trailmark/contract/networks';
import { capital } from '@trailmark/contract/project-words';
import type { Values } from '@trailmark/contract/report-filter';
import type { BreakdownRow, Stats } from '@trailmark/contract/stats';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { BarList, type BarRow } from '../../charts/bar-list.tsx';
import type { ChartColor } from '../../charts/chart-colors.ts';
import { useProjectWords } from '../../project/project-words.ts';
import { countryWords, dimensionKey, networkWords, platformWords } from '../../report/dimension-words.ts';
import { drawable, formatValue } from '../../report/format-value.ts';
import type { MetricFilter } from '../../report/metric-filter.ts';
import { MetricName } from '../../report/metric-name.tsx';
import { MetricNumber } from '../../report/metric-number.tsx';
import { Card, CardFooter, CardHeader } from '../../ui/card.tsx';
import { countInWords } from '../../words/count-in-words.ts';

const SHOWN = 5;

interface BreakdownCardProps {
  title: string;
  /** What its rows are: "Network". */
  what: string;
  metrics: readonly [string, string];
  breakdown: readonly BreakdownRow[] | null;
  words: (key: string) => string;
  filter: (key: string) => MetricFilter;
  color?: (key: string) => ChartColor | undefined;
  footer?: ReactNode;
}

function BreakdownCard({
  title,
  what,
  metrics,
  breakdown,
  words,
  filter,
  color,
  footer,
}: BreakdownCardProps) {
  const sorted = [...(breakdown ?? [])].sort((a, b) => sizeOf(b, metrics[0]) - sizeOf(a, metrics[0]));
  const more = sorted.length - SHOWN;
  const rows = sorted.slice(0, SHOWN).map(({ key, values }): BarRow => {
    const given = color?.(key);
    return {
      key,
      label: words(key),
      size: drawable(values[metrics[0]]),
      ...(given ? { color: given } : {}),
      cells: metrics.map((metric) => (
        <MetricNumber
          key={metric}
          metric={metric}
          value={values[metric] ?? null}
          values={values}
          of={words(key)}
          filter={filter(key)}
        />
      )),
    };
  });
  const heads = metrics.map((metric) => <MetricName key={metric} metric={metric} />);
  return (
    <Card className="flex sm:min-h-[264px] flex-col">
      <CardHeader
        title={title}
        actions={more > 0 && <span className="text-sm text-text-3">and {more} more</span>}
      />
      <div className="px-4 pb-3">
        {breakdown?.length === 0 ? (
          <p className="py-8 text-center text-sm text-text-2">No data in this period.</p>
        ) : (
          <BarList label={title} heads={[what, ...heads]} rows={breakdown ? rows : null} expected={SHOWN} />
        )}
      </div>
      {footer && <div className="mt-auto">{footer}</div>}
    </Card>
  );
}

function sizeOf({ values }: { values: Values }, metric: string): number {
  return drawable(values[metric]) ?? 0;
}

interface OfStats {
  stats: Stats | null;
}

const NETWORK_COLORS: Record<string, ChartColor> = {
  META: 'blue',
  GOOGLE: 'orange',
  [ORGANIC]: 'green',
  TIKTOK: 'violet',
  JIO_COUPONS: 'red',
  OTHER: 'yellow',
  NONE: 'grey',
};

export function NetworkBreakdown({ stats }: OfStats) {
  return (
    <BreakdownCard
      title="By network"
      what="Network"
      metrics={['installs', 'roas']}
      breakdown={stats?.by_network ?? null}
      words={networkWords}
      filter={(networks) => ({ networks })}
      color={(key) => NETWORK_COLORS[key]}
      footer={stats && <Suspicious stats={stats} />}
    />
  );
}

/** Installs and reinstalls that look like fraud, where there are any. */
function Suspicious({ stats }: { stats: Stats }) {
  const { newInstall, allInstalls } = useProjectWords();
  const count = drawable(stats.total.suspicious_installs) ?? 0;
  if (count === 0) return null;
  const all = (drawable(stats.total.installs) ?? 0) + (drawable(stats.total.reinstalls) ?? 0);
  const share = formatValue({ unit: 'percent' }, all > 0 ? count / all : null, stats);
  return (
    <CardFooter className="flex-nowrap">
      <span className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warn" />
        {countInWords(count, `${newInstall} looks`, `${allInstalls} look`)} suspicious ({share}).
      </span>
      <Link to="/users" search={(before) => ({ ...before, suspicious: true })} className="link shrink-0">
        View them
      </Link>
    </CardFooter>
  );
}

export function CountryBreakdown({ stats }: OfStats) {
  return (
    <BreakdownCard
      title="By country"
      what="Country"
      metrics={['installs', 'revenue']}
      breakdown={stats?.by_country ?? null}
      words={countryWords}
      filter={(key) => ({ countries: dimensionKey(key) })}
      color={() => 'blue'}
    />
  );
}

export function PlatformBreakdown({ stats }: OfStats) {
  return (
    <BreakdownCard
      title="By platform"
      what="Platform"
      metrics={['installs', 'retention_d7']}
      breakdown={stats?.by_platform ?? null}
      words={platformWords}
      filter={(key) => ({ platforms: dimensionKey(key) })}
      color={() => 'blue'}
    />
  );
}

/** What was bought, what came from media of one's own, and what came by itself. */
export function SourceBreakdown({ stats }: OfStats) {
  const { newInstalls } = useProjectWords();
  const organic = stats?.by_network.find(({ key }) => key === ORGANIC)?.values;
  const parts = [
    { key: 'paid_installs', color: 'accent', label: 'Paid' },
    { key: 'owned_installs', color: 'violet', label: 'Owned' },
    { key: 'organic_installs', color: 'green', label: 'Organic' },
  ] as const;
  const all = drawable(stats?.total.installs) ?? 0;
  const rows =
    stats &&
    parts.map(({ key, color, label }): BarRow => {
      const size = drawable(stats.total[key]);
      const share = size !== null && all > 0 ? size / all : null;
      return {
        key,
        label,
        size,
        color,
        cells: [
          <MetricNumber key={key} metric={key} value={stats.total[key] ?? null} values={stats.total} />,
          <span key="share">{formatValue({ unit: 'percent' }, share, stats)}</span>,
        ],
      };
    });
  return (
    <Card className="flex sm:min-h-[264px] flex-col">
      <CardHeader title="Paid, owned and organic" />
      <div className="px-4 pb-3">
        <BarList
          label="Paid, owned and organic"
          heads={['Source', capital(newInstalls), 'Share']}
          rows={rows}
          expected={parts.length}
        />
      </div>
      {stats && organic && (
        <p className="mt-auto px-4 pb-4 text-sm text-text-2">
          Owned {newInstalls} are credited to campaigns marked as owned media, organic ones to no campaign.
          Organic revenue is{' '}
          <MetricNumber
            metric="revenue"
            value={organic.revenue ?? null}
            values={organic}
            of="Organic"
            filter={{ networks: ORGANIC }}
            className="mx-0 px-0 text-text"
          />
          .
        </p>
      )}
    </Card>
  );
}
