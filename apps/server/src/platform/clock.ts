/** The time, as a dependency: tests set it, core never reads it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}

/** As apps are answered: published clients cannot read fractions of a second. */
export const wholeSeconds = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');
