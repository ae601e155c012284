import { METRICS } from '@trailmark/contract/metrics';
import { PLATFORMS } from '@trailmark/contract/projects';
import { expect, test } from 'vitest';
import { headlinesOf, reportMetrics } from './headline-metrics.ts';
import { KPI_COUNT } from './kpi-grid.tsx';

test.each(PLATFORMS)('the headlines of a project of %s fill the row that loads before them', (platform) => {
  expect(headlinesOf(platform).kpis).toHaveLength(KPI_COUNT);
});

test.each(PLATFORMS)('a report of a project of %s asks for metrics that exist, each once', (platform) => {
  const metrics = reportMetrics(platform);
  expect(metrics.filter((key) => !Object.hasOwn(METRICS, key))).toEqual([]);
  expect(new Set(metrics).size).toBe(metrics.length);
});
