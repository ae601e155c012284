/**
 * What rollups count. Each delta adds to one counter, on the local day that the counter's fact happened on,
 * under the campaign, link and network in force then. Sums of these rows are the reports.
 */
export const COUNTERS = {
  clicks: 'Hits of a link by people, not by bots',
  unique_clicks: 'Distinct pairs of link and device on a local day',
  impressions: 'Views of an ad',
  installs: 'First opens of devices that are new, or that come back after the re-attribution window',
  reinstalls: 'First opens of devices that are known',
  reengagements: 'Returns by the same campaign after a time of silence',
  reattributions: 'Returns by another campaign after a time of silence',
  suspicious_installs: 'Installs and reinstalls whose verdict is not clean',
  signups: 'Users who signed up for the first time',
  events: 'Events of one name',
  first_events: 'Installs that sent an event of one name for the first time ever',
  active: 'Installs that opened the app or sent an event on the local day; a refund is not activity',
  payments: 'Completed payments, in their currency',
  refunds: 'Payments that were taken back, in their currency',
  visits: 'Visits of a site or sessions of an app that began',
  page_views: 'Pages that were shown',
  screen_views: 'Screens of an app that were shown',
  bounced_visits: 'Visits with exactly one page view, on the day on which they began',
} as const;

/**
 * Installs that were active in the n-th 24 hours after they were installed. It has no calendar day, so it is kept
 * by cohort alone, and only for projects that count days this way.
 */
export const ACTIVE_24H = 'active_24h';

export type Counter = keyof typeof COUNTERS | typeof ACTIVE_24H;

/** In the order of the columns of the rollup tables. */
export const DAY_COUNTERS = Object.keys(COUNTERS) as (keyof typeof COUNTERS)[];

/** Counters that are also kept by the day of the install and the number of days after it. */
export const COHORT_COUNTERS: readonly Counter[] = [
  'installs',
  'reinstalls',
  'active',
  ACTIVE_24H,
  'payments',
  'refunds',
];

/** Kinds of events that have a counter of their own, and are not counted as events of an app. */
export const VISIT_COUNTERS = {
  session_start: 'visits',
  page_view: 'page_views',
  screen_view: 'screen_views',
} as const satisfies Record<string, Counter>;
export type VisitKind = keyof typeof VISIT_COUNTERS;
export const VISIT_KINDS = Object.keys(VISIT_COUNTERS) as VisitKind[];
export const isVisitKind = (kind: string): kind is VisitKind => Object.hasOwn(VISIT_COUNTERS, kind);

/** The key where there is no campaign or link. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The name of events beyond a project's limit of names. */
export const OTHER_NAME = '(other)';
