import { type AlertCondition, isAboutMetrics } from '@trailmark/contract/alert-condition';
import type { Measured } from '@trailmark/contract/alerts';
import type { Kit } from '../../platform/kit.ts';
import { measureConnections } from './measure-connections.ts';
import { measureEvents } from './measure-events.ts';
import { measureMetrics } from './measure-metrics.ts';
import type { AlertReports, MeasureOptions } from './measure-options.ts';

/** What a condition is about, measured now: a row for each subject. */
export async function measure(
  kit: Kit,
  reports: AlertReports,
  { condition, ...options }: MeasureOptions & { condition: AlertCondition },
): Promise<Measured[]> {
  if (isAboutMetrics(condition)) return await measureMetrics(kit, reports, { condition, ...options });
  if (condition.kind === 'no_events') return [await measureEvents(kit, condition, options.project)];
  return await measureConnections(kit, options.project.projectId);
}
