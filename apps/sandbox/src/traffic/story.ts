import { DAY, dayOf, HOUR } from './calendar.ts';
import type { Device } from './device.ts';
import type { Link, Scenario } from './scenario.ts';

const WEEK = 7 * DAY;
/** What is left of an ad's effect after another week. */
const LEFT_AFTER_WEEK = 0.73;

/** How well an ad still works: 1 until it tires, and then less every week. Its budget stays. */
export function freshnessOf({ start, until }: Pick<Scenario, 'start' | 'until'>, link: Link, at: number) {
  if (!link.tiresForWeeks) return 1;
  const begins = Math.max(start, until - link.tiresForWeeks * WEEK);
  return LEFT_AFTER_WEEK ** Math.max(0, Math.floor((at - begins) / WEEK));
}

/** On one day payments on Android failed, from late in the morning until night. */
const OUTAGE = { daysAgo: 9, hours: [11, 22], platform: 'ANDROID' } as const;

/** The day of the outage; a short history has it in its middle. */
export const outageDay = ({ days }: Pick<Scenario, 'days'>) =>
  days - 1 - Math.min(OUTAGE.daysAgo, Math.floor(days / 2));

export function isOutage(
  scenario: Pick<Scenario, 'start' | 'days'>,
  { platform }: Pick<Device, 'platform'>,
  at: number,
): boolean {
  if (platform !== OUTAGE.platform || dayOf(scenario, at) !== outageDay(scenario)) return false;
  const hour = ((at - scenario.start) % DAY) / HOUR;
  return hour >= OUTAGE.hours[0] && hour < OUTAGE.hours[1];
}
