import type { Comparison } from '@trailmark/contract/report-filter';
import { countDays, formatDays } from './calendar-day.ts';
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

/** What a period is compared with: "vs previous 30 days". Empty where it is not compared. */
export function comparisonWords({ from, to }: DayRange, compare: Comparison): string {
  if (compare === 'none') return '';
  if (compare === 'year') return 'vs a year earlier';
  const days = countDays(from, to);
  return days === 1 ? 'vs the day before' : `vs previous ${days} days`;
}

/** The button of the range: "1–30 Jun" and "vs previous 30 days". */
export function rangeWords(range: ReportRange, today: string): { days: string; comparison: string } {
  return {
    days: formatDays(range.from, range.to, today),
    comparison: comparisonWords(range, range.compare),
  };
}
