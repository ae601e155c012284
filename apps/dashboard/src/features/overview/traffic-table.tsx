import type { TrafficNumbers } from '@trailmark/contract/web-traffic';
import { useState } from 'react';
import { useProject } from '../../project/current-project.tsx';
import { formatValue } from '../../report/format-value.ts';
import { MetricHeaderCells } from '../../report/metric-header-cells.tsx';
import { Button } from '../../ui/button.tsx';
import { CardFooter } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

export interface TrafficLine extends TrafficNumbers {
  key: string;
  name: string;
  /** The whole name, where it is longer. */
  title?: string;
  /** Next to the name. */
  detail?: string;
}

interface TrafficTableProps {
  label: string;
  /** What its rows are: "Page". */
  what: string;
  /** Null while they load. */
  lines: readonly TrafficLine[] | null;
  /** Rows that were not loaded. */
  hidden: number;
}

const SHOWN = 7;
const METRICS = ['visits', 'installs', 'pages_per_visit', 'bounce_rate'] as const;
const NAME_CELL = 'h-11 w-1/2 max-w-72 min-w-40';

/** Visits, new visitors and what they did, with a bar below each name. */
export function TrafficTable({ label, what, lines, hidden }: TrafficTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (lines?.length === 0) {
    return <p className="px-4 pt-4 pb-10 text-center text-sm text-text-2">No visits in this period.</p>;
  }
  const most = Math.max(...(lines ?? []).map(({ visits }) => visits), 0);
  const shown = isWhole ? lines : lines?.slice(0, SHOWN);
  return (
    <>
      <Table label={label}>
        <TableHead>
          <TableRow>
            <TableHeaderCell>{what}</TableHeaderCell>
            <MetricHeaderCells metrics={METRICS} />
          </TableRow>
        </TableHead>
        <TableBody>
          {lines === null && <LoadingLines />}
          {shown?.map((line) => (
            <Line key={line.key} line={line} most={most} />
          ))}
        </TableBody>
      </Table>
      {lines && lines.length > SHOWN && !isWhole && (
        <CardFooter>
          <Button size="sm" onClick={() => setIsWhole(true)}>
            Show all {lines.length}
          </Button>
        </CardFooter>
      )}
      {isWhole && hidden > 0 && <CardFooter>And {hidden} more with fewer visits.</CardFooter>}
    </>
  );
}

/** In the size of the rows that come. */
function LoadingLines() {
  return Array.from({ length: SHOWN }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <TableRow key={row} aria-hidden>
      <TableCell className={NAME_CELL}>
        <span className="grid gap-1.5">
          <Skeleton className="my-1 h-3 w-24" />
          <Skeleton className="h-1.5" />
        </span>
      </TableCell>
      {METRICS.map((metric) => (
        <TableCell key={metric} numeric>
          <Skeleton className="ml-auto h-3 w-10" />
        </TableCell>
      ))}
    </TableRow>
  ));
}

function Line({ line, most }: { line: TrafficLine; most: number }) {
  const { currency } = useProject();
  const { name, title = name, detail, visits, new_visitors, pages_per_visit, bounce_rate } = line;
  const count = (value: number) => formatValue({ unit: 'count' }, value, { currency });
  return (
    <TableRow>
      <TableCell className={NAME_CELL}>
        <span className="grid gap-1.5">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="truncate" title={title}>
              {name}
            </span>
            {detail && <span className="shrink-0 text-xs text-text-3">{detail}</span>}
          </span>
          <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-press">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${most > 0 ? (visits / most) * 100 : 0}%` }}
            />
          </span>
        </span>
      </TableCell>
      <TableCell numeric className="font-medium">
        {count(visits)}
      </TableCell>
      <TableCell numeric>{count(new_visitors)}</TableCell>
      <TableCell numeric>{formatValue({ unit: 'ratio' }, pages_per_visit, { currency })}</TableCell>
      <TableCell numeric>{formatValue({ unit: 'percent' }, bounce_rate, { currency })}</TableCell>
    </TableRow>
  );
}
