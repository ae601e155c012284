/** Days of a zone by the rules of the JavaScript engine, which are not those of the database. */

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** What a clock on the wall says at an instant, as if it stood in Greenwich. */
function wallMs(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

export function dateIn(zone: string, at: Date): string {
  return new Date(wallMs(at.getTime(), zone)).toISOString().slice(0, 10);
}

/** What a clock on the wall says: "14:30:05". */
export function timeIn(zone: string, at: Date): string {
  return new Date(wallMs(at.getTime(), zone)).toISOString().slice(11, 19);
}

/** The instant at which a day begins; of two midnights the second. */
export function startIn(zone: string, date: string): number {
  const midnight = Date.parse(date);
  const offsetAt = (at: number) => wallMs(at, zone) - at;
  const starts = [offsetAt(midnight - DAY_MS), offsetAt(midnight + DAY_MS)].map(
    (offset) => midnight - offset,
  );
  const real = starts.filter((start) => wallMs(start, zone) === midnight);
  return real.length > 0 ? Math.max(...real) : (starts[0] ?? midnight);
}

export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
export const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
