/** The figures on top of the overview, from left to right. */
export const KPIS = ['clicks', 'installs', 'signups', 'revenue', 'spend', 'roas', 'retention_d7'] as const;

/** What the trend can show. */
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

/** Everything that the overview asks for. */
export const ASKED_METRICS = [
  ...new Set([
    ...KPIS,
    ...TREND_METRICS,
    ...['paid_installs', 'owned_installs', 'organic_installs', 'reinstalls', 'suspicious_installs'],
    // Shown with the ratios that are made of it.
    'attributed_revenue',
  ]),
];

/** The figure of the trend, as the address says. */
export function readTrendMetric(search: Record<string, unknown>): TrendMetric {
  return TREND_METRICS.find((key) => key === search.metric) ?? 'installs';
}
