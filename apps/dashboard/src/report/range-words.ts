import type { ReportContext } from '@trailmark/contract/report-filter';
import { addDays, countDays, formatDays } from './calendar-day.ts';
import type { DayRange, Preset, ReportRange } from './report-range.ts';

export const PRESET_WORDS: Record<Preset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7: 'Last 7 days',
  last_14: 'Last 14 days',
  last_30: 'Last 30 days',
  last_90: 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
};

const WEEK_DAYS = 7;

/** What a period is compared with: "vs previous 30 days". Empty where it is not compared. */
export function comparisonWords({ from, to }: DayRange, compare: string, today: string): string {
  const days = countDays(from, to);
  switch (compare) {
    case 'none':
      return '';
    case 'year':
      return 'vs a year earlier';
    case 'weekdays': {
      const weeks = Math.ceil(days / WEEK_DAYS);
      if (weeks > 1) return `vs the same weekdays ${weeks} weeks earlier`;
      return days === 1 ? 'vs the same weekday last week' : 'vs the same weekdays last week';
    }
    case 'previous':
      return days === 1 ? 'vs the day before' : `vs previous ${days} days`;
    default:
      return `vs ${formatDays(compare, addDays(compare, days - 1), today)}`;
  }
}

/** The button of the range: "1–30 Jun" and "vs previous 30 days". */
export function rangeWords(range: ReportRange, today: string): { days: string; comparison: string } {
  return {
    days: formatDays(range.from, range.to, today),
    comparison: comparisonWords(range, range.compare, today),
  };
}

type Compared = Pick<ReportContext, 'from' | 'to' | 'compared'>;

/** Whether today, which is not over, is compared with a whole day: of days long ago no hours are known. */
export function isTodayAgainstWhole({ from, to, compared }: Compared, today: string): boolean {
  return compared !== null && compared.until === null && from <= today && today <= to;
}

/**
 * The period that a report is compared with: "2–31 May"; of its last day as many hours as today has had, or how today is
 * compared otherwise. Null where it is not compared.
 */
export function comparedWords(report: Compared, today: string): string | null {
  if (!report.compared) return null;
  const { from, to, until } = report.compared;
  const days = formatDays(from, to, today);
  if (until === null) {
    return isTodayAgainstWhole(report, today) ? `${days}, whole days although today is not over` : days;
  }
  return from === to
    ? `${days} until ${until}, like today`
    : `${days}, the last day until ${until} like today`;
}
