export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Asia/Kolkata, which never changes its clocks. */
export const ZONE_OFFSET = 5.5 * HOUR;

interface Beginning {
  /** The first local midnight, in milliseconds. */
  start: number;
}

/** How many local days after the first one something happens. */
export const dayOf = ({ start }: Beginning, at: number) => Math.floor((at - start) / DAY);

/** The local date of a day, YYYY-MM-DD. */
export function dateOf({ start }: Beginning, day: number): string {
  return new Date(start + day * DAY + ZONE_OFFSET).toISOString().slice(0, 10);
}

/** The first local date of so many days, of which the last is not over yet. */
export function firstDate(until: Date, days: number): string {
  return new Date(until.getTime() + ZONE_OFFSET - (days - 1) * DAY).toISOString().slice(0, 10);
}

export const midnightOf = (date: string) => Date.parse(`${date}T00:00:00Z`) - ZONE_OFFSET;
