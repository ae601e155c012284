import type { ReportContext } from '@trailmark/contract/report-filter';
import { comparedWords } from './range-words.ts';
import { useToday } from './use-report-range.ts';

/** The period that a report is compared with, in words: "2–31 May"; null where it is not compared. */
export function usePeriodWords(
  report: Pick<ReportContext, 'from' | 'to' | 'compared'> | undefined,
): string | null {
  const today = useToday();
  return report ? comparedWords(report, today) : null;
}
