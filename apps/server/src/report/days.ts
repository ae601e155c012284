import { DAY_MS } from '../platform/clock.ts';

/** The first day that both the database and ISO dates know, and the last that has a date of ten letters. */
export const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** So many days later; never before the first day that there is, nor after the last. */
export function addDays(day: string, days: number): string {
  const ms = Date.parse(day) + days * DAY_MS;
  return dayOf(Math.min(Math.max(ms, Date.parse(FIRST_DAY)), Date.parse(LAST_DAY)));
}

/** From one day to another; 0 for the same. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The same date a year earlier; the 28th where there was no 29th of February. */
export function yearBefore(day: string): string {
  if (day < '0002') return FIRST_DAY;
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  const date = `${year}${day.slice(4)}`;
  return Number.isNaN(Date.parse(date)) || dayOf(Date.parse(date)) !== date ? `${year}-02-28` : date;
}

/** Every day of a range, both ends too. */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, n) => addDays(from, n));
}

/** A range in few parts: weeks, by their Mondays, less their days outside of the range, and the days that remain. */
export interface Spans {
  weeks: string[];
  less: string[];
  days: string[];
}

const WEEK_DAYS = 7;

export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS));
}

/**
 * Each of `cuts` begins something else: a week with days before and after one is read day by day. Other weeks are read
 * as one, by their Monday, although it may not be in the range. Days after today have next to nothing in them.
 */
export function spansOf(
  range: { from: string; to: string },
  { cuts, today }: { cuts: readonly string[]; today: string },
): Spans {
  const spans: Spans = { weeks: [], less: [], days: [] };
  const first = mondayOf(range.from);
  for (let n = 0; n <= daysBetween(first, range.to); n += WEEK_DAYS) {
    const monday = addDays(first, n);
    const week = daysOf({ from: monday, to: addDays(monday, WEEK_DAYS - 1) });
    const meant = week.filter((day) => day >= range.from && day <= range.to);
    const others = week.filter((day) => !meant.includes(day));
    const isDivided = cuts.some((cut) => monday < cut && cut <= (meant.at(-1) ?? monday));
    const full = others.filter((day) => day <= today);
    if (isDivided || meant.length <= full.length + 1) {
      spans.days.push(...meant);
    } else {
      spans.weeks.push(monday);
      spans.less.push(...others);
    }
  }
  return spans;
}
