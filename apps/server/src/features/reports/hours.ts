import type { Output } from '@trailmark/contract/call';
import type { getHours, ReportHour } from '@trailmark/contract/hours';
import { attributedKey, OWNED_INSTALLS } from '@trailmark/core/metrics/base-keys';
import { DAY_COUNTERS } from '@trailmark/core/metrics/counters';
import { baseKeysOf, metricValue } from '@trailmark/core/metrics/values';
import type { Db, Tx } from '../../db/connection.ts';
import { type Context, contextOf, presentContext, type ReportFilter } from '../../report/context.ts';
import { daysBetween } from '../../report/days.ts';
import { readSums } from '../../report/read-sums.ts';
import type { ReportSums } from '../../report/report-sums.ts';
import { inSnapshot } from '../../report/snapshot.ts';
import { rowQuery, type TableRowQuery } from '../../report/table-row.ts';
import { NO_NOTES, orNotes } from '../../rollups/factors.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A whole day, as a time that it ends at: it is then read from raw rows, which know their hour. */
const END = '24:00';

/** Activity counts once a day, and spend is known by day. */
const HOURLY: readonly string[] = [...DAY_COUNTERS.filter((one) => one !== 'active'), 'paid', 'refunded'];
const KEYS = new Set([...HOURLY, ...HOURLY.map(attributedKey), OWNED_INSTALLS]);
const isOfEvent = (key: string) => /^(attributed:)?(event|first):/.test(key);
const isKnownByHour = (metric: string) =>
  [...baseKeysOf([metric])].every((key) => KEYS.has(key) || isOfEvent(key));

/** A metric of one day by the hour, from raw rows. */
async function readDay(
  tx: Tx,
  day: string,
  of: { filter: ReportFilter; context: Context; metric: string } & ReturnType<typeof rowQuery>,
) {
  const reads = baseKeysOf([of.metric]);
  return await readSums(tx, { ...of, reads, by: ['hour'], range: { from: day, to: day, until: END } });
}

/** How a metric went on one day, hour by hour. */
export async function readHours(
  db: Db,
  now: Date,
  { filter, metric, row }: { filter: ReportFilter; metric: string; row: TableRowQuery },
): Promise<Output<typeof getHours>> {
  return await inSnapshot(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    const { range, compared, today, time, timedDays } = context;
    const isTimed = (day: string) => daysBetween(day, today) <= timedDays;
    const unknown = isKnownByHour(metric) ? (isTimed(range.to) ? null : 'day') : 'metric';
    if (unknown) return { ...presentContext(context, NO_NOTES), metric, hours: [], unknown };
    const of = { filter, context, metric, ...rowQuery(filter, row) };
    const current = await readDay(tx, range.to, of);
    const previous = compared && isTimed(compared.to) ? await readDay(tx, compared.to, of) : null;
    const begun = range.to === today ? Number(time.slice(0, 2)) : range.to < today ? HOURS.length : -1;
    const hourValue = (sums: ReportSums | null, hour: number) =>
      sums && metricValue(metric, sums.at('hour', String(hour)), 1);
    const hours = HOURS.map((hour): ReportHour => {
      return {
        hour,
        value: hour <= begun ? hourValue(current, hour) : null,
        previous: hourValue(previous, hour),
      };
    });
    const notes = previous ? orNotes(current.notes, previous.notes) : current.notes;
    return { ...presentContext(context, notes), metric, hours, unknown };
  });
}
