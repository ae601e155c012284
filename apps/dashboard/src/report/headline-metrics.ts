import { usualColumns } from '@trailmark/contract/metrics';
import type { Platform } from '@trailmark/contract/projects';
import { withSamples } from './judge-value.ts';

interface Headlines {
  /** On top of the overview and of a campaign, from left to right. */
  kpis: readonly string[];
  /** What the trend can show. */
  trend: readonly string[];
  /** Whether visits have sources and entry pages. */
  hasTraffic: boolean;
}

const MONEY = ['events', 'payments', 'revenue', 'spend', 'roas', 'blended_roas', 'cpi', 'dau'];

const HEADLINES: Record<Platform, Headlines> = {
  app: {
    kpis: ['clicks', 'installs', 'signups', 'revenue', 'spend', 'roas', 'retention_d7'],
    trend: ['installs', 'visits', 'clicks', 'signups', ...MONEY, 'retention_d1', 'retention_d7'],
    hasTraffic: false,
  },
  web: {
    kpis: ['visits', 'installs', 'pages_per_visit', 'bounce_rate', 'signups', 'revenue', 'roas'],
    trend: [
      ...['visits', 'installs', 'page_views', 'pages_per_visit', 'bounce_rate', 'clicks', 'signups'],
      ...MONEY,
      'retention_d1',
      'retention_d7',
    ],
    hasTraffic: true,
  },
};

export function headlinesOf(platform: Platform): Headlines {
  return HEADLINES[platform];
}

/** Every metric that a trend can show, whatever the project. */
export const TREND_METRICS = [...new Set(Object.values(HEADLINES).flatMap(({ trend }) => trend))];

/** The metrics that a report of the project or of a campaign shows. */
export function reportMetrics(platform: Platform): string[] {
  const { kpis, trend } = HEADLINES[platform];
  return [...new Set([...kpis, ...trend, ...usualColumns(platform)])];
}

/** Metrics that the overview loads. */
export function overviewMetrics(platform: Platform): string[] {
  return withSamples([
    ...reportMetrics(platform),
    ...['paid_installs', 'owned_installs', 'organic_installs', 'reinstalls', 'suspicious_installs'],
    // Shown with the ratios that are made of it.
    'attributed_revenue',
  ]);
}
