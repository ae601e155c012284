import type { AttributionWindows } from '@trailmark/contract/windows';
import type { Conversion, TouchMatch } from './decision.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Apple's own window for clicks; it judges by it before it answers. */
const ADSERVICES_DAYS = 30;

/** The windows of a touch: the project's, overridden by its network's, overridden by its campaign's. */
export function resolveWindows(
  project: AttributionWindows,
  network: Partial<AttributionWindows> | undefined,
  campaign: Partial<AttributionWindows> | undefined,
): AttributionWindows {
  const resolve = (name: keyof AttributionWindows) => campaign?.[name] ?? network?.[name] ?? project[name];
  return {
    click_hours: resolve('click_hours'),
    probabilistic_hours: resolve('probabilistic_hours'),
    view_hours: resolve('view_hours'),
    reattribution_days: resolve('reattribution_days'),
    inactivity_days: resolve('inactivity_days'),
    web_days: resolve('web_days'),
  };
}

/** How old a touch of this kind may be at the open; 0 means that such touches are never credited. */
export function windowSeconds(
  match: TouchMatch,
  windows: AttributionWindows,
  platform: Conversion['platform'],
): number {
  switch (match) {
    case 'click_id':
    case 'deep_link':
    case 'device_id':
    case 'meta_referrer':
    case 'google_ads':
      return platform === 'web' ? windows.web_days * DAY_SECONDS : windows.click_hours * HOUR_SECONDS;
    // A redemption brings the window of its pool along.
    case 'coupon':
      return windows.click_hours * HOUR_SECONDS;
    case 'adservices':
      return ADSERVICES_DAYS * DAY_SECONDS;
    case 'probabilistic':
      return windows.probabilistic_hours * HOUR_SECONDS;
    case 'view':
      return windows.view_hours * HOUR_SECONDS;
  }
}
