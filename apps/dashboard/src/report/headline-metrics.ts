/** The metrics on top of the overview and of a campaign, from left to right. */
export const KPIS = ['clicks', 'installs', 'signups', 'revenue', 'spend', 'roas', 'retention_d7'] as const;

/** Metrics that the trend can show. */
export const TREND_METRICS = [
  'installs',
  'clicks',
  'signups',
  'events',
  'payments',
  'revenue',
  'spend',
  'roas',
  'blended_roas',
  'cpi',
  'dau',
  'retention_d1',
  'retention_d7',
] as const;
export type TrendMetric = (typeof TREND_METRICS)[number];
