const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it, and a table has hundreds of times. */
function formatOf(key: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const cached = formats.get(key);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat('en-GB', style);
  formats.set(key, made);
  return made;
}

/** "14 Jun 2026, 12:14" in a zone, with seconds where they matter. */
export function formatInstant(at: string, timeZone: string, precise = false): string {
  const style: Intl.DateTimeFormatOptions = {
    dateStyle: 'medium',
    timeStyle: precise ? 'medium' : 'short',
    timeZone,
  };
  return formatOf(`${timeZone} ${precise}`, style).format(new Date(at));
}

/** "14 Jun 2026" in a zone. */
export function formatDate(at: string, timeZone?: string): string {
  return formatOf(`${timeZone} date`, { dateStyle: 'medium', timeZone }).format(new Date(at));
}

/** "12:14:09" in a zone. */
export function formatTime(at: string, timeZone: string): string {
  return formatOf(`${timeZone} clock`, { timeStyle: 'medium', timeZone }).format(new Date(at));
}

/** "14 Jun 12:14", for where the year is clear and the room is small. */
export function shortInstant(at: string, timeZone: string): string {
  const day = formatOf(`${timeZone} day`, { day: 'numeric', month: 'short', timeZone });
  const time = formatOf(`${timeZone} time`, { timeStyle: 'short', timeZone });
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
