import { useQuery } from '@tanstack/react-query';
import type { Output } from '@trailmark/contract/call';
import type { getWebTraffic } from '@trailmark/contract/web-traffic';
import { useState } from 'react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useFilterQuery } from '../../report/use-report-filter.ts';
import { useReportQuery } from '../../report/use-report-range.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { sourceWords } from '../../words/traffic-words.ts';
import { webTrafficQuery } from './overview-query.ts';
import { type TrafficLine, TrafficTable } from './traffic-table.tsx';

type Traffic = Output<typeof getWebTraffic>;

/** Where visits came from, and on which pages they began. */
export function WebTraffic() {
  const query = useQuery(webTrafficQuery(useReportQuery(), useFilterQuery()));
  if (query.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the sources of visits" query={query} />
      </Card>
    );
  }
  const traffic = query.data ?? null;
  return (
    <div
      aria-busy={query.isFetching}
      className={cn(
        'grid gap-4 transition-opacity xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
        query.isPlaceholderData && 'opacity-60',
      )}
    >
      <Sources traffic={traffic} />
      <Card>
        <CardHeader title="Entry pages" className="min-h-[52px]" />
        <TrafficTable
          label="Entry pages"
          what="Page"
          lines={traffic && pageLines(traffic)}
          hidden={traffic?.other_entry_pages ?? 0}
        />
      </Card>
    </div>
  );
}

const WAYS = [
  { value: 'type', label: 'By type' },
  { value: 'name', label: 'By name' },
] as const;

function Sources({ traffic }: { traffic: Traffic | null }) {
  const [way, setWay] = useState<'type' | 'name'>('type');
  const lines = traffic && (way === 'type' ? typeLines(traffic) : sourceLines(traffic));
  return (
    <Card>
      <CardHeader
        title="Sources"
        className="min-h-[52px]"
        actions={<Segmented aria-label="Sources" options={WAYS} value={way} onValueChange={setWay} />}
      />
      <TrafficTable
        key={way}
        label="Sources"
        what="Source"
        lines={lines}
        hidden={way === 'name' ? (traffic?.other_sources ?? 0) : 0}
      />
    </Card>
  );
}

const typeLines = ({ source_types }: Traffic): TrafficLine[] =>
  source_types.map((row) => ({ ...row, key: row.type ?? '', name: sourceWords(row.type) }));

/** The type says more than nothing where a source has no name, as a direct visit. */
const sourceLines = ({ sources }: Traffic): TrafficLine[] =>
  sources.map((row) => ({
    ...row,
    key: `${row.type} ${row.name}`,
    name: row.name || sourceWords(row.type),
    ...(row.name ? { detail: sourceWords(row.type) } : {}),
  }));

/** Of a website with one host the host says nothing. */
function pageLines({ entry_pages }: Traffic): TrafficLine[] {
  const hosts = new Set(entry_pages.flatMap(({ page }) => page.split('/', 1)).filter(Boolean));
  const nameOf = (page: string) => (hosts.size === 1 ? page.slice(page.indexOf('/')) : page);
  return entry_pages.map((row) => ({
    ...row,
    key: row.page,
    name: row.page ? nameOf(row.page) : 'Unknown',
    title: row.page,
  }));
}
