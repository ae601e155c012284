const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating one takes longer than all the rest of a report. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** The wall clock of a time zone, as if it were UTC. */
export function localTimeMs(now: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The beginning of a day on the wall clock; null where the text is no day. */
export function dayStartMs(day: unknown): number | null {
  if (typeof day !== 'string' || !DAY.test(day)) return null;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || dayOf(ms) !== day ? null : ms;
}

export const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);

/** Every day from the first to the last, both included. */
export function daysBetween(since: string, until: string): string[] {
  const count = Math.floor((Date.parse(until) - Date.parse(since)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => addDays(since, n));
}
