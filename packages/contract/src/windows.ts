import { z } from 'zod';

/** How old a touch may be to be credited. A change applies to later installs only. */
export const AttributionWindows = z.object({
  click_hours: z.int('is not a whole number').min(1, 'is at least 1 hour').max(720, 'is at most 30 days'),
  probabilistic_hours: z.int('is not a whole number').min(0).max(24, 'is at most 24 hours'),
  view_hours: z.int('is not a whole number').min(0).max(168, 'is at most 7 days'),
  reattribution_days: z
    .int('is not a whole number')
    .min(1, 'is at least 1 day')
    .max(730, 'is at most 2 years'),
  inactivity_days: z.int('is not a whole number').min(0).max(365, 'is at most 365 days'),
  /** Instead of `click_hours`, for visitors of a site. */
  web_days: z.int('is not a whole number').min(1, 'is at least 1 day').max(90, 'is at most 90 days'),
});
export type AttributionWindows = z.infer<typeof AttributionWindows>;

export const DEFAULT_WINDOWS: AttributionWindows = {
  click_hours: 168,
  probabilistic_hours: 6,
  view_hours: 24,
  reattribution_days: 90,
  inactivity_days: 7,
  web_days: 30,
};

/** Whether a value equals 24, as a number or a numeric string: the "24 hours" preset. */
export function isTwentyFour(value: number | string): boolean {
  return value !== '' && Number(value) === 24;
}
