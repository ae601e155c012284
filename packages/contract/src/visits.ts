/** Events of our own that clients send by calls of their own; an app cannot name an event so. */
export const VISIT_EVENTS = ['$session_start', '$page_view', '$screen_view'] as const;
export type VisitEvent = (typeof VISIT_EVENTS)[number];

/** Where a visit comes from, by its landing address and its referrer. */
export const TRAFFIC_SOURCES = [
  'paid',
  'search',
  'ai_search',
  'social',
  'email',
  'referral',
  'direct',
] as const;
export type TrafficSourceType = (typeof TRAFFIC_SOURCES)[number];

export const isVisitEvent = (name: string): name is VisitEvent =>
  (VISIT_EVENTS as readonly string[]).includes(name);
