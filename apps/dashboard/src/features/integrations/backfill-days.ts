import { addDays, isDay } from '../../report/calendar-day.ts';
import { fromZonedInput } from '../../words/zoned-time.ts';

interface Days {
  from: string;
  to: string;
}

interface Clock {
  timezone: string;
  now: Date;
}

/** The instants of whole days of the project's zone, up to now; null where they are no period. */
export function backfillInstants({ from, to }: Days, { timezone, now }: Clock): Days | null {
  if (!isDay(from) || !isDay(to) || from > to) return null;
  const start = fromZonedInput(`${from}T00:00`, timezone) ?? '';
  const end = fromZonedInput(`${addDays(to, 1)}T00:00`, timezone) ?? '';
  const last = end < now.toISOString() ? end : now.toISOString();
  return start < last ? { from: start, to: last } : null;
}
