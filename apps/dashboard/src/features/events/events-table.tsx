import { eventWords } from '@trailmark/contract/event-words';
import type { EventVolume } from '@trailmark/contract/stats';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { formatValue, fullValue, NO_VALUE } from '../../report/format-value.ts';
import type { MetricFilter } from '../../report/metric-filter.ts';
import { MetricNumber } from '../../report/metric-number.tsx';
import { useFilterWords } from '../../report/use-filter-words.ts';
import { usePeriodWords } from '../../report/use-period-words.ts';
import { useFilterQuery } from '../../report/use-report-filter.ts';
import { ROW_LINK } from '../../ui/row-link.ts';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { dayCounts } from './day-counts.ts';
import { EventChange } from './event-change.tsx';
import type { Events } from './events-query.ts';

interface EventsTableProps {
  /** Null while they load. */
  report: Events | null;
  events: readonly EventVolume[];
  distinct: boolean;
  isCompared: boolean;
  onOpen: (name: string) => void;
}

/** Every event by name, the most frequent first. */
export function EventsTable({ report, events, distinct, isCompared, onOpen }: EventsTableProps) {
  const period = usePeriodWords(report ?? undefined);
  const filter = useFilterQuery();
  const narrowed = useFilterWords();
  const words = useProjectWords();
  const columns = 5 + Number(distinct) + Number(isCompared);
  return (
    <Table label="Events">
      <TableHead>
        <TableRow>
          <TableHeaderCell>Event</TableHeaderCell>
          <TableHeaderCell className="w-48">By day</TableHeaderCell>
          <TableHeaderCell numeric>Count</TableHeaderCell>
          {isCompared && <TableHeaderCell numeric>{period ? `vs ${period}` : 'Change'}</TableHeaderCell>}
          <TableHeaderCell numeric>First-time {words.installs}</TableHeaderCell>
          {distinct && <TableHeaderCell numeric>Distinct {words.installs}</TableHeaderCell>}
          <TableHeaderCell numeric>Revenue</TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {report === null && <SkeletonRows rows={10} columns={columns} />}
        {report !== null &&
          events.map((event) => (
            <EventRow
              key={event.name}
              event={event}
              report={report}
              period={isCompared ? period : null}
              distinct={distinct}
              of={[eventWords(event.name, words), narrowed].filter(Boolean).join(' · ')}
              filter={filter}
              onOpen={() => onOpen(event.name)}
            />
          ))}
      </TableBody>
    </Table>
  );
}

interface EventRowProps {
  event: EventVolume;
  report: Events;
  period: string | null;
  distinct: boolean;
  /** The scope of its metrics: the event and the filters. */
  of: string;
  filter: MetricFilter;
  onOpen: () => void;
}

function EventRow({ event, report, period, distinct, of, filter, onOpen }: EventRowProps) {
  const { name, count, previous_count, first_time_installs, installs, revenue } = event;
  const words = useProjectWords();
  const { currency } = report;
  return (
    <TableRow>
      <TableCell className="max-w-72 min-w-36">
        <button
          {...ROW_LINK}
          type="button"
          onClick={onOpen}
          title={name}
          className="-mx-1 block max-w-full truncate rounded-xs px-1 font-medium decoration-dotted underline-offset-4 hover:underline"
        >
          {eventWords(name, words)}
        </button>
      </TableCell>
      <TableCell className="w-48 min-w-32">
        <Sparkline values={dayCounts(event, report).map((day) => day.count)} />
      </TableCell>
      <TableCell numeric>
        <MetricNumber metric={`event:${name}`} value={count} of={of} filter={filter} />
      </TableCell>
      {period !== null && (
        <TableCell numeric>
          <EventChange
            name={name}
            count={count}
            previous={previous_count}
            period={period}
            currency={currency}
          />
        </TableCell>
      )}
      <TableCell numeric>
        <MetricNumber metric={`event_unique:${name}`} value={first_time_installs} of={of} filter={filter} />
      </TableCell>
      {distinct && (
        <TableCell numeric>
          {installs === null ? (
            <Skeleton className="ml-auto h-3 w-12" />
          ) : (
            formatValue({ unit: 'count' }, installs, { currency })
          )}
        </TableCell>
      )}
      <TableCell numeric title={revenue ? fullValue({ unit: 'money' }, revenue, { currency }) : undefined}>
        {revenue === null ? (
          <span className="text-text-3">{NO_VALUE}</span>
        ) : (
          formatValue({ unit: 'money' }, revenue, { currency })
        )}
      </TableCell>
    </TableRow>
  );
}
