import { Link } from '@tanstack/react-router';
import { ORGANIC } from '@trailmark/contract/networks';
import { capital } from '@trailmark/contract/project-words';
import type { Stats } from '@trailmark/contract/stats';
import { TriangleAlert } from 'lucide-react';
import { BarList, type BarRow } from '../../charts/bar-list.tsx';
import type { ChartColor } from '../../charts/chart-colors.ts';
import { useProjectWords } from '../../project/project-words.ts';
import { Delta } from '../../report/delta.tsx';
import { countryWords, dimensionKey, networkWords, platformWords } from '../../report/dimension-words.ts';
import { drawable, formatValue } from '../../report/format-value.ts';
import type { MetricFilter } from '../../report/metric-filter.ts';
import { MetricNumber } from '../../report/metric-number.tsx';
import { usePeriodWords } from '../../report/use-period-words.ts';
import { Card, CardFooter, CardHeader } from '../../ui/card.tsx';
import { countInWords } from '../../words/count-in-words.ts';
import { BreakdownCard } from './breakdown-card.tsx';

interface OfStats {
  stats: Stats | null;
  /** That of the screen. */
  filter: MetricFilter;
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

export function NetworkBreakdown({ stats, filter }: OfStats) {
  return (
    <BreakdownCard
      title="By network"
      what="Network"
      metrics={['installs', 'cpi', 'roas']}
      stats={stats}
      breakdown={stats?.by_network ?? null}
      words={networkWords}
      filter={(networks) => ({ ...filter, networks })}
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

export function CountryBreakdown({ stats, filter }: OfStats) {
  return (
    <BreakdownCard
      title="By country"
      what="Country"
      metrics={['installs', 'revenue']}
      stats={stats}
      breakdown={stats?.by_country ?? null}
      words={countryWords}
      filter={(key) => ({ ...filter, countries: dimensionKey(key) })}
      color={() => 'blue'}
    />
  );
}

export function PlatformBreakdown({ stats, filter }: OfStats) {
  return (
    <BreakdownCard
      title="By platform"
      what="Platform"
      metrics={['installs', 'retention_d7']}
      stats={stats}
      breakdown={stats?.by_platform ?? null}
      words={platformWords}
      filter={(key) => ({ ...filter, platforms: dimensionKey(key) })}
      color={() => 'blue'}
    />
  );
}

/** What was bought, what came from media of one's own, and what came by itself. */
export function SourceBreakdown({ stats, filter }: OfStats) {
  const { newInstalls } = useProjectWords();
  const period = usePeriodWords(stats ?? undefined);
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
          <MetricNumber
            key={key}
            metric={key}
            value={stats.total[key] ?? null}
            values={stats.total}
            filter={filter}
          />,
          <span key="share">{formatValue({ unit: 'percent' }, share, stats)}</span>,
          ...(period === null
            ? []
            : [
                <Delta
                  key="change"
                  metric={key}
                  value={stats.total[key]}
                  previous={stats.previous?.[key]}
                  period={period}
                  style={{ currency: stats.currency }}
                  explain={{ of: label, filter }}
                  className="text-xs"
                />,
              ]),
        ],
      };
    });
  return (
    <Card className="flex sm:min-h-[264px] flex-col">
      <CardHeader title="Paid, owned and organic" />
      <div className="px-4 pb-3">
        <BarList
          label="Paid, owned and organic"
          heads={['Source', capital(newInstalls), 'Share', ...(period === null ? [] : ['Change'])]}
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
            filter={{ ...filter, networks: ORGANIC }}
            className="mx-0 min-w-0 px-0 text-text"
          />
          .
        </p>
      )}
    </Card>
  );
}
