import { eventWords } from '@trailmark/contract/event-words';
import type { EventVolume } from '@trailmark/contract/stats';
import type { TrendSeries } from '../../charts/trend.ts';
import { TrendChart } from '../../charts/trend-chart.tsx';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { formatDays, hourIn, todayIn } from '../../report/calendar-day.ts';
import { axisValue, formatValue } from '../../report/format-value.ts';
import { useFilterWords } from '../../report/use-filter-words.ts';
import { usePeriodWords } from '../../report/use-period-words.ts';
import { useReportRange, useToday } from '../../report/use-report-range.ts';
import { Sheet, SheetCloseButton, SheetContent } from '../../ui/sheet.tsx';
import { EventChange } from './event-change.tsx';
import { EventPropertiesPart } from './event-properties-part.tsx';
import type { Events } from './events-query.ts';
import { type Bucket, bucketsOf, volumePoints } from './volume-chart.ts';

interface EventSheetProps {
  report: Events | null;
  /** Null: none is open. */
  name: string | null;
  property: string | null;
  onProperty: (property: string) => void;
  /** A bar whose people are to be shown. */
  onPick: (bucket: Bucket) => void;
  onClose: () => void;
}

/** One event: its days, and what its properties were. */
export function EventSheet({ report, name, property, onProperty, onPick, onClose }: EventSheetProps) {
  const words = useProjectWords();
  const event = report?.events.find((one) => one.name === name) ?? null;
  return (
    <Sheet open={name !== null} onOpenChange={(open) => !open && onClose()}>
      {name !== null && (
        <SheetContent
          title={eventWords(name, words)}
          side="right"
          className="w-[min(720px,100vw)] gap-5 pb-5"
        >
          <Header name={name} event={event} report={report} />
          <section aria-label="By day" className="px-5">
            <Days name={name} event={event} report={report} onPick={onPick} />
          </section>
          <EventPropertiesPart key={name} event={name} property={property} onProperty={onProperty} />
        </SheetContent>
      )}
    </Sheet>
  );
}

interface PartProps {
  name: string;
  event: EventVolume | null;
  report: Events | null;
}

function Header({ name, event, report }: PartProps) {
  const words = useProjectWords();
  const { from, to } = useReportRange();
  const today = useToday();
  const narrowed = useFilterWords();
  const period = usePeriodWords(report ?? undefined);
  return (
    <header className="flex items-start gap-3 px-5 pt-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        {eventWords(name, words) !== name && <p className="mono truncate text-text-2">{name}</p>}
        <p className="flex min-h-6 flex-wrap items-baseline gap-x-3 text-xl font-semibold tracking-[-0.01em]">
          <span className="min-w-0 break-words">{eventWords(name, words)}</span>
          {report && (
            <span className="num">
              {formatValue({ unit: 'count' }, event?.count ?? 0, { currency: report.currency })}
            </span>
          )}
          {event && period && (
            <EventChange
              name={name}
              count={event.count}
              previous={event.previous_count}
              period={period}
              currency={report?.currency ?? ''}
            />
          )}
        </p>
        <p className="num text-sm text-text-3">
          {[formatDays(from, to, today), narrowed].filter(Boolean).join(' · ')}
        </p>
      </div>
      <SheetCloseButton />
    </header>
  );
}

interface DaysProps extends PartProps {
  onPick: (bucket: Bucket) => void;
}

/** The same bars as the chart of all events; a click opens their people. */
function Days({ name, event, report, onPick }: DaysProps) {
  const words = useProjectWords();
  const { timezone } = useProject();
  const style = { currency: report?.currency ?? 'USD' };
  const buckets = report ? bucketsOf(report, event ? [event] : []) : [];
  const series: TrendSeries[] = [{ key: name, label: eventWords(name, words), color: 'accent', look: 'bar' }];
  const now = { day: todayIn(timezone, new Date()), hour: hourIn(timezone, new Date()) };
  const points = report && volumePoints(event ? [event] : [], buckets, { series, now });
  return (
    <TrendChart
      label={`${eventWords(name, words)} by ${buckets[0]?.hour == null ? 'day' : 'hour'}`}
      series={series}
      points={points}
      height={160}
      words={{
        value: (value) => formatValue({ unit: 'count' }, value, style),
        axis: (value) => axisValue({ unit: 'count' }, value, style),
        whole: true,
      }}
      onPick={(point) => {
        const bucket = buckets[points?.findIndex(({ title }) => title === point.title) ?? -1];
        if (bucket) onPick(bucket);
      }}
      empty="No events in this period."
    />
  );
}
