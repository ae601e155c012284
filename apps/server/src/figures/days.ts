import { DAY_MS } from '../platform/clock.ts';

/** The first day that both the database and ISO dates know. */
export const FIRST_DAY = '0001-01-01';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** So many days later; never before the first day that there is. */
export function addDays(day: string, days: number): string {
  return dayOf(Math.max(Date.parse(day) + days * DAY_MS, Date.parse(FIRST_DAY)));
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

/** A range in few parts: whole weeks, told by their Mondays, and the days that are left. */
export interface Spans {
  weeks: string[];
  days: string[];
}

const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7;

/** Of a week in which one of `cuts` begins something else, the days are told one by one. */
export function spansOf(range: { from: string; to: string }, cuts: readonly string[]): Spans {
  const spans: Spans = { weeks: [], days: [] };
  for (let day = range.from; day <= range.to; ) {
    const last = addDays(day, 6);
    const isWhole = weekdayOf(day) === 0 && last <= range.to && !cuts.some((cut) => day < cut && cut <= last);
    (isWhole ? spans.weeks : spans.days).push(day);
    day = addDays(day, isWhole ? 7 : 1);
  }
  return spans;
}
