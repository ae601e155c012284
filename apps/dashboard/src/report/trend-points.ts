import type { StatsDay } from '@trailmark/contract/stats';
import type { TrendPoint } from '../charts/trend.ts';
import { formatDay, formatDays } from './calendar-day.ts';
import { drawable } from './format-value.ts';

/** Under this name a series of a trend holds what the metric was in the previous period. */
export const BEFORE = 'before';

interface Trend {
  days: readonly StatsDay[];
  /** The period that it is compared with; its days are laid over these one by one. */
  previousDays?: readonly StatsDay[];
  /** The time at which the last of them ends early. */
  until?: string | null;
  /** The metrics that are drawn. */
  keys: readonly string[];
  /** The metric of which the previous period is drawn; the first unless it is named. */
  compared?: string;
  /** The day that it is: not over yet. */
  today?: string;
}

/** Days of a report as a chart takes them. */
export function trendPoints({
  days,
  previousDays = [],
  keys,
  compared = keys[0],
  today,
  until = null,
}: Trend): TrendPoint[] {
  const noteOf = (earlier: string, date: string) => {
    const isShort = until !== null && earlier === previousDays.at(-1)?.date;
    return `${formatDays(earlier, earlier, date)}${isShort ? ` until ${until}` : ''}`;
  };
  return days.map(({ date, values }, index) => {
    const earlier = previousDays[index];
    const drawn = new Map(keys.map((key) => [key, drawable(values[key])]));
    if (earlier && compared) drawn.set(BEFORE, drawable(earlier.values[compared]));
    return {
      name: formatDay(date, { day: 'numeric', month: 'short' }),
      title: formatDay(date, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
      values: Object.fromEntries(drawn),
      ...(date === today ? { isPartial: true } : {}),
      ...(earlier ? { notes: { [BEFORE]: noteOf(earlier.date, date) } } : {}),
    };
  });
}
