import { eventWords } from '@trailmark/contract/event-words';
import { capital } from '@trailmark/contract/project-words';
import { useProjectWords } from '../../project/project-words.ts';
import { formatValue, NO_VALUE } from '../../report/format-value.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import type { Funnel } from './events-query.ts';
import { timeInWords } from './funnel-view.ts';

const ROW = 'h-13 max-sm:h-17';
const FROM_SM = 'max-sm:hidden';

const timeOf = (seconds: number | null) => (seconds === null ? NO_VALUE : timeInWords(seconds));

/** A bar for each step, with how many of the step before and of the first got there, and how fast. */
export function FunnelBars({ funnel }: { funnel: Funnel }) {
  const words = useProjectWords();
  const { steps, currency, total } = funnel;
  const first = steps[0]?.installs ?? 0;
  const share = (value: number | null) => formatValue({ unit: 'percent' }, value, { currency });
  return (
    <div className="grid grid-cols-1 gap-3">
      <FunnelSummary share={share(steps.at(-1)?.of_first ?? null)} total={total} />
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
            <TableHeaderCell numeric className={FROM_SM}>
              From first step
            </TableHeaderCell>
            <TableHeaderCell numeric className={FROM_SM}>
              Median time
            </TableHeaderCell>
            <TableHeaderCell numeric className={FROM_SM}>
              90% within
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {steps.map(({ name, installs, of_previous, of_first, median_seconds, p90_seconds }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same event may be two steps
            <TableRow key={at}>
              <TableCell className={`${ROW} w-1/2 max-w-0 min-w-24 first:pl-0 sm:min-w-40`}>
                <span className="grid gap-1.5">
                  <span className="font-medium sm:truncate" title={name}>
                    <span className="num text-text-3">{at + 1}</span> {eventWords(name, words)}
                  </span>
                  <span aria-hidden className="block h-2.5 overflow-hidden rounded-xs bg-press">
                    <span
                      className="block h-full rounded-xs bg-accent"
                      style={{ width: `${first > 0 ? (installs / first) * 100 : 0}%` }}
                    />
                  </span>
                  {at > 0 && (
                    <span className="num text-xs text-text-2 sm:hidden">
                      Median {timeOf(median_seconds)}, 90% in {timeOf(p90_seconds)}
                    </span>
                  )}
                </span>
              </TableCell>
              <TableCell numeric className="font-semibold">
                {formatValue({ unit: 'count' }, installs, { currency })}
              </TableCell>
              <TableCell numeric>{share(of_previous)}</TableCell>
              <TableCell numeric className={FROM_SM}>
                {share(of_first)}
              </TableCell>
              <TableCell numeric className={`text-text-2 ${FROM_SM}`}>
                {timeOf(median_seconds)}
              </TableCell>
              <TableCell numeric className={`text-text-2 ${FROM_SM}`}>
                {timeOf(p90_seconds)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

/** Of the whole way; in the place of it when nobody went it. */
function FunnelSummary({ share, total }: { share: string; total: Funnel['total'] }) {
  const { median_seconds, p90_seconds } = total;
  return (
    <p className="num min-h-5 text-text-2">
      {median_seconds === null || p90_seconds === null ? (
        'Nobody took all steps.'
      ) : (
        <>
          <strong className="font-semibold text-text">{share}</strong> took all steps: half of them within{' '}
          {timeInWords(median_seconds)}, 90% within {timeInWords(p90_seconds)}.
        </>
      )}
    </p>
  );
}

/** In the size of the bars that come. */
export function FunnelLoading({ steps }: { steps: number }) {
  return (
    <div aria-hidden>
      <Skeleton className="mb-3 h-5 w-72 max-w-full" />
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
