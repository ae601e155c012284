import { MOST_BACKFILL_DAYS, TRAILING_DAYS } from '@trailmark/contract/network-spend';
import { DAY_MS } from '../../../platform/clock.ts';
import { addDays } from '../../../report/days.ts';

/** Most changes happen in the first days. */
const RECENT_DAYS = 3;

export interface ImportDays {
  from: string;
  to: string;
}

/** The date at an account; networks count days in its zone. A zone that we do not know is taken as UTC. */
export function todayIn(timeZone: string | null, now: Date): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC' }).format(now);
  } catch {
    return now.toISOString().slice(0, 10);
  }
}

export const trailingDays = (today: string): ImportDays => ({
  from: addDays(today, 1 - TRAILING_DAYS),
  to: today,
});

interface Turn {
  now: Date;
  /** Of the account. */
  timeZone: string | null;
  /** The last time that all days were asked for that the network may still change. */
  trailingAt: Date | null;
}

/**
 * What to ask for by itself: the last days, and once a day all that the network may have changed. After a pause, that is
 * all that it has changed since.
 */
export function daysToImport({ now, timeZone, trailingAt }: Turn): ImportDays {
  const today = todayIn(timeZone, now);
  if (trailingAt === null) return trailingDays(today);
  if (now.getTime() - trailingAt.getTime() < DAY_MS) {
    return { from: addDays(today, 1 - RECENT_DAYS), to: today };
  }
  const before = todayIn(timeZone, trailingAt);
  if (before >= addDays(today, -1)) return trailingDays(today);
  const first = addDays(today, -MOST_BACKFILL_DAYS);
  const { from } = trailingDays(before);
  return { from: from > first ? from : first, to: today };
}

/** Asked for together: more would take a network too long to answer. */
const DAYS_AT_ONCE = 7;

/** The next days of a longer range. */
export function nextDays({ from, to }: ImportDays): ImportDays {
  const end = addDays(from, DAYS_AT_ONCE - 1);
  return { from, to: end < to ? end : to };
}
