import { dateFormat } from '../words/date-format.ts';

const DAY_MS = 86_400_000;

/** A calendar day as it is on the wire, "2026-06-30"; it has no zone, so it is counted in UTC. */
export function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = midnight(value);
  return !Number.isNaN(date.getTime()) && dayOf(date) === value && value >= '0001-01-01';
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(midnight(day).getTime() + days * DAY_MS));
}

/** The same day of another month, or the last one that the month has. */
export function addMonths(day: string, months: number): string {
  const date = midnight(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return dayOf(first);
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function lastOfMonth(day: string): string {
  return addDays(addMonths(firstOfMonth(day), 1), -1);
}

/** How many days there are from one to the other, both counted. */
export function countDays(from: string, to: string): number {
  return Math.round((midnight(to).getTime() - midnight(from).getTime()) / DAY_MS) + 1;
}

/** The day that it is in a zone. */
export function todayIn(timeZone: string, now: Date): string {
  const parts = dateFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The hour that it is on the clock of a zone. */
export function hourIn(timeZone: string, now: Date): number {
  const hour = dateFormat('en', {
    timeZone,
    numberingSystem: 'latn',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return Number(hour.format(now));
}

/** A day in words, by the given parts. */
export function formatDay(day: string, style: Intl.DateTimeFormatOptions): string {
  return dateFormat('en-GB', { ...style, timeZone: 'UTC' }).format(midnight(day));
}

/** Two days as people write a period: "1–30 Jun", with the year where it is not this one. */
export function formatDays(from: string, to: string, today: string): string {
  const thisYear = today.slice(0, 4);
  const plain = from.startsWith(thisYear) && to.startsWith(thisYear);
  const style: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
  const words = dateFormat('en-GB', plain ? style : { ...style, year: 'numeric' });
  return words.formatRange(midnight(from), midnight(to));
}
