import { OVERVIEW_METRICS, type Stats } from '@trailmark/contract/stats';
import type { Db } from '../../db/connection.ts';
import { contextOf, type ReportFilter } from '../../report/context.ts';
import { readReport } from '../../report/read-report.ts';
import { inSnapshot } from '../../report/snapshot.ts';

/** How the project did, or as much of it as somebody may see. */
export async function readStats(
  db: Db,
  now: Date,
  { filter, metrics = OVERVIEW_METRICS }: { filter: ReportFilter; metrics?: readonly string[] | undefined },
): Promise<Stats> {
  return await inSnapshot(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    const breakdowns = ['network', 'country', 'platform'] as const;
    const report = await readReport(tx, { filter, context, metrics, breakdowns });
    return {
      ...report.context,
      total: report.total,
      previous: report.previous,
      days: report.days,
      previous_days: report.previousDays,
      by_network: report.breakdown('network'),
      by_country: report.breakdown('country'),
      by_platform: report.breakdown('platform'),
    };
  });
}
