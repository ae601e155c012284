import type { EventVolume } from '@trailmark/contract/stats';
import { colorAt } from '../../charts/chart-colors.ts';
import type { TrendPoint, TrendSeries } from '../../charts/trend.ts';
import { addDays, countDays, formatDay } from '../../report/calendar-day.ts';

/** Names of our own begin with a dollar, so that no event of an app is called like these. */
export const ALL_EVENTS = '$all';
export const OTHER_EVENTS = '$others';

/** Names with a colour of their own; all others are one. */
const MOST_SERIES = 6;
/** More days are added up by week: their bars would be too thin to click on. */
const MOST_BARS = 120;
const WEEK_DAYS = 7;
const HOURS = 24;

/** What one bar counts: some days, or one hour of a day. */
export interface Bucket {
  from: string;
  to: string;
  hour: number | null;
}

interface Period {
  from: string;
  to: string;
}

type Counted = Pick<EventVolume, 'name' | 'count' | 'days' | 'hours'>;

/** Hours of a single day where they are known, else days, or weeks of a long period. */
export function bucketsOf({ from, to }: Period, events: readonly Pick<Counted, 'hours'>[]): Bucket[] {
  const days = countDays(from, to);
  if (days === 1 && events.some(({ hours }) => hours.length > 0)) {
    return Array.from({ length: HOURS }, (_, hour) => ({ from, to, hour }));
  }
  const length = days > MOST_BARS ? WEEK_DAYS : 1;
  return Array.from({ length: Math.ceil(days / length) }, (_, at) => {
    const first = addDays(from, at * length);
    const last = addDays(first, length - 1);
    return { from: first, to: last < to ? last : to, hour: null };
  });
}

export function countIn(
  { days, hours }: Pick<Counted, 'days' | 'hours'>,
  { from, to, hour }: Bucket,
): number {
  const counted =
    hour === null
      ? days.filter(({ date }) => date >= from && date <= to)
      : hours.filter((one) => one.hour === hour);
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** The most frequent names in their order; the rest is counted together. */
export function topNames(events: readonly Counted[]): string[] {
  const names = events.filter(({ count }) => count > 0).map(({ name }) => name);
  // A rest of a single name is shown by that name.
  return names.length <= MOST_SERIES + 1 ? names : names.slice(0, MOST_SERIES);
}

export function volumeSeries(events: readonly Counted[], words: (name: string) => string): TrendSeries[] {
  const top = topNames(events);
  const series = top.map((name, at): TrendSeries => {
    return { key: name, label: words(name), color: colorAt(at), look: 'bar', stack: 'events' };
  });
  const others = events.filter(({ count }) => count > 0).length - top.length;
  if (others === 0) return series;
  const label = `${others} other events`;
  return [...series, { key: OTHER_EVENTS, label, color: 'grey', look: 'bar', stack: 'events' }];
}

const clock = (hour: number) => `${String(hour % HOURS).padStart(2, '0')}:00`;

/** "14 Nov", "14:00"; the long form is for tooltips and headings. */
export function bucketWords({ from, to, hour }: Bucket): { name: string; title: string } {
  const short = (day: string) => formatDay(day, { day: 'numeric', month: 'short' });
  const long = (day: string) =>
    formatDay(day, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
  if (hour !== null) return { name: clock(hour), title: `${clock(hour)}–${clock(hour + 1)}, ${long(from)}` };
  return { name: short(from), title: from === to ? long(from) : `${long(from)} to ${long(to)}` };
}

/** A point for each bar; the last one may not be over. */
export function volumePoints(
  events: readonly Counted[],
  buckets: readonly Bucket[],
  { series, now }: { series: readonly TrendSeries[]; now: { day: string; hour: number } },
): TrendPoint[] {
  const top = new Set(topNames(events));
  return buckets.map((bucket) => {
    const values: Record<string, number> = {};
    for (const event of events) {
      const key = top.has(event.name) ? event.name : OTHER_EVENTS;
      values[key] = (values[key] ?? 0) + countIn(event, bucket);
    }
    const isPartial =
      bucket.from <= now.day && now.day <= bucket.to && (bucket.hour === null || bucket.hour === now.hour);
    const shown = Object.fromEntries(series.map(({ key }) => [key, values[key] ?? 0]));
    return { ...bucketWords(bucket), values: shown, isPartial };
  });
}
