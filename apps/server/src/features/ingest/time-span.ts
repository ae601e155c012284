import { DAY_MS, later } from '../../platform/clock.ts';

/** How far ahead a server's clock may be; the event then counts at the time of its receipt. */
const FUTURE_MS = DAY_MS;

/** From when until when something may have happened: a table is created for each month that rows are in. */
export interface TimeSpan {
  from: Date;
  to: Date;
  pastDays: number;
}

/** For history, which has happened. */
export const historySpan = (now: Date, pastDays: number): TimeSpan => ({
  from: later(now, -pastDays * DAY_MS),
  to: now,
  pastDays,
});

/** For what servers report as it happens. */
export const serverSpan = (now: Date, pastDays: number): TimeSpan => ({
  ...historySpan(now, pastDays),
  to: later(now, FUTURE_MS),
});

/** Why a time is refused; null: it is not. */
export function outsideReason(at: Date, { from, to, pastDays }: TimeSpan): string | null {
  if (at >= from && at <= to) return null;
  const what = at > to ? 'is in the future' : `is more than ${pastDays} days ago`;
  return `${what}: times from ${from.toISOString()} to ${to.toISOString()} are accepted`;
}
