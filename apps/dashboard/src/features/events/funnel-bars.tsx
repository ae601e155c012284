import { capital } from '@trailmark/contract/project-words';
import { useProjectWords } from '../../project/project-words.ts';
import { formatValue, NO_VALUE } from '../../report/format-value.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { eventWords } from '../../words/event-words.ts';
import type { Funnel } from './events-query.ts';
import { timeInWords } from './funnel-view.ts';

const ROW = 'h-13';

/** A bar for each step, with how many of the step before and of the first got there, and how fast. */
export function FunnelBars({ funnel }: { funnel: Funnel }) {
  const words = useProjectWords();
  const { steps, currency } = funnel;
  const first = steps[0]?.installs ?? 0;
  const share = (value: number | null) => formatValue({ unit: 'percent' }, value, { currency });
  return (
    <Table label="Funnel">
      <TableHead>
        <TableRow>
          <TableHeaderCell className="first:pl-0">Step</TableHeaderCell>
          <TableHeaderCell numeric className="max-sm:whitespace-normal">
            {capital(words.allInstalls)}
          </TableHeaderCell>
          <TableHeaderCell numeric className="max-sm:whitespace-normal">
            From previous step
          </TableHeaderCell>
          <TableHeaderCell numeric className="max-sm:whitespace-normal">
            From first step
          </TableHeaderCell>
          <TableHeaderCell numeric>Median time</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {steps.map(({ name, installs, of_previous, of_first, median_seconds }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same event may be two steps
          <TableRow key={at}>
            <TableCell className={`${ROW} w-1/2 min-w-24 first:pl-0 sm:min-w-44`}>
              <span className="grid gap-1.5">
                <span className="truncate font-medium" title={name}>
                  <span className="num text-text-3">{at + 1}</span> {eventWords(name, words)}
                </span>
                <span aria-hidden className="block h-2.5 overflow-hidden rounded-xs bg-press">
                  <span
                    className="block h-full rounded-xs bg-accent"
                    style={{ width: `${first > 0 ? (installs / first) * 100 : 0}%` }}
                  />
                </span>
              </span>
            </TableCell>
            <TableCell numeric className="font-semibold">
              {formatValue({ unit: 'count' }, installs, { currency })}
            </TableCell>
            <TableCell numeric>{share(of_previous)}</TableCell>
            <TableCell numeric>{share(of_first)}</TableCell>
            <TableCell numeric className="text-text-2">
              {median_seconds === null ? NO_VALUE : timeInWords(median_seconds)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** In the size of the bars that come. */
export function FunnelLoading({ steps }: { steps: number }) {
  return (
    <div aria-hidden>
      <div className="h-[34px] border-b border-line" />
      {Array.from({ length: steps }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={at} className={`${ROW} grid content-center gap-2`}>
          <Skeleton className="h-3 w-32" />
          <Skeleton className="h-2.5" />
        </div>
      ))}
    </div>
  );
}
