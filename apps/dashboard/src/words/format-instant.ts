import { dateFormat } from './date-format.ts';

const inZone = (style: Intl.DateTimeFormatOptions, timeZone: string | undefined) =>
  dateFormat('en-GB', { ...style, timeZone });

/** "14 Jun 2026, 12:14" in a zone, with seconds where they matter. */
export function formatInstant(at: string, timeZone: string, precise = false): string {
  const timeStyle = precise ? 'medium' : 'short';
  return inZone({ dateStyle: 'medium', timeStyle }, timeZone).format(new Date(at));
}

/** "14 Jun 2026" in a zone. */
export function formatDate(at: string, timeZone?: string): string {
  return inZone({ dateStyle: 'medium' }, timeZone).format(new Date(at));
}

/** "12:14:09" in a zone. */
export function formatTime(at: string, timeZone: string): string {
  return inZone({ timeStyle: 'medium' }, timeZone).format(new Date(at));
}

/** "14 Jun 12:14", for where the year is clear and the room is small. */
export function shortInstant(at: string, timeZone: string): string {
  const day = inZone({ day: 'numeric', month: 'short' }, timeZone);
  const time = inZone({ timeStyle: 'short' }, timeZone);
  const date = new Date(at);
  return `${day.format(date)} ${time.format(date)}`;
}

/** "14:02" today, "14 Jun 14:02" on another day; with seconds where they matter. */
export function nearInstant(at: string, timeZone: string, now: Date, precise = false): string {
  const isToday = formatDate(at, timeZone) === formatDate(now.toISOString(), timeZone);
  const short = shortInstant(at, timeZone);
  const time = precise ? formatTime(at, timeZone) : short.slice(-'14:02'.length);
  return isToday ? time : `${short.slice(0, -'14:02'.length)}${time}`;
}
