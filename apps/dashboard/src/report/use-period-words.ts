import type { ReportContext } from '@trailmark/contract/report-filter';
import { comparedWords } from './range-words.ts';
import { useToday } from './use-report-range.ts';

/** The period that a report is compared with, in words: "2–31 May"; null where it is not compared. */
export function usePeriodWords(report: Pick<ReportContext, 'compared'> | undefined): string | null {
  const today = useToday();
  return report?.compared ? comparedWords(report.compared, today) : null;
}
