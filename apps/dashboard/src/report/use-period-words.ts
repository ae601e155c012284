import type { ReportContext } from '@trailmark/contract/report-filter';
import { formatDays } from './calendar-day.ts';
import { useToday } from './use-report-range.ts';

/** The period that a report is compared with, in words: "2–31 May"; null where it is not compared. */
export function usePeriodWords(report: Pick<ReportContext, 'compared'> | undefined): string | null {
  const today = useToday();
  return report?.compared ? formatDays(report.compared.from, report.compared.to, today) : null;
}
