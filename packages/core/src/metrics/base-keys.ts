import type { BaseKey } from './sums.ts';

/** Events of one name, and installs that sent it for the first time. */
export const eventKey = (name: string): BaseKey => `event:${name}`;
export const firstKey = (name: string): BaseKey => `first:${name}`;

/** Installs active on day n after the install, and those that are mature on it. */
export const retainedKey = (day: number): BaseKey => `retained:${day}`;
export const retainedOfKey = (day: number): BaseKey => `retained_of:${day}`;

/** Revenue of the days 0 to n, the installs that are mature on day n, and the spend for those installs. */
export const earnedKey = (day: number): BaseKey => `earned:${day}`;
export const earnedOfKey = (day: number): BaseKey => `earned_of:${day}`;
export const earnedSpendKey = (day: number): BaseKey => `earned_spend:${day}`;

/** The attributed part of a sum: all of it but what is organic. */
export const attributedKey = (key: BaseKey): BaseKey => `attributed:${key}`;

/** Installs credited to campaigns that are marked as owned media. */
export const OWNED_INSTALLS: BaseKey = 'owned_installs';

/** What follows a prefix in those keys that have it: `['3']` of `['event:3', 'clicks']` for `event`. */
export function keysWith(keys: Iterable<BaseKey>, prefix: string): string[] {
  return [...keys].filter((key) => key.startsWith(`${prefix}:`)).map((key) => key.slice(prefix.length + 1));
}
