import { dateFormat } from './date-format.ts';

const MINUTE_MS = 60_000;

/** What the clocks of a zone show at an instant, read as if it were UTC. */
function wallMs(at: number, timeZone: string): number {
  const parts = dateFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/** An instant as a date and time field shows it, in the zone's own time; empty for none. */
export function toZonedInput(instant: string | null, timeZone: string): string {
  if (instant === null) return '';
  return new Date(wallMs(Date.parse(instant), timeZone)).toISOString().slice(0, 16);
}

/**
 * The instant that a date and time field means in a zone; null for an empty field. Of an hour that the clocks
 * repeat the first is taken, and one that they skip is the same time after the jump.
 */
export function fromZonedInput(text: string, timeZone: string): string | null {
  if (text === '') return null;
  const wall = Date.parse(`${text}Z`);
  // What is no time is handed on, so that the contract reports it at the field.
  if (Number.isNaN(wall)) return text;
  const offsetAt = (at: number) => wallMs(at, timeZone) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const day = 24 * 60 * MINUTE_MS;
  const candidates = [wall - offsetAt(wall - day), wall - offsetAt(wall + day)];
  const exact = candidates.filter((at) => wallMs(at, timeZone) === wall);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString();
}
