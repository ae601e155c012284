import type { DataUsages } from '@trailmark/contract/usage';
import { addDays, addMonths, firstOfMonth, formatDay, lastOfMonth } from '../../report/calendar-day.ts';

/** A year of months, the running one among them: as far as a call reaches. */
const MONTHS = 12;

export function usageDays(today: string): { from: string; to: string } {
  return { from: addMonths(firstOfMonth(today), 1 - MONTHS), to: today };
}

type Day = DataUsages['days'][number];

/** Every day of a month up to today, also those without anything. */
export function daysOfMonth(usages: DataUsages, month: string, today: string): Day[] {
  const byDate = new Map(usages.days.map((day) => [day.date, day]));
  const first = `${month}-01`;
  const last = lastOfMonth(first);
  const days: Day[] = [];
  for (let date = first; date <= last && date <= today; date = addDays(date, 1)) {
    days.push(
      byDate.get(date) ?? { date, clicks: 0, attributed_installs: 0, organic_installs: 0, events: 0 },
    );
  }
  return days;
}

/** "June 2026". */
export function monthWords(month: string): string {
  return formatDay(`${month}-01`, { month: 'long', year: 'numeric' });
}
