import type { EventVolume } from '@trailmark/contract/stats';
import { addDays, countDays } from '../../report/calendar-day.ts';

/** Every day of a period with its count; an event names only the days on which it was sent. */
export function dayCounts(
  { days }: Pick<EventVolume, 'days'>,
  { from, to }: { from: string; to: string },
): { date: string; count: number }[] {
  const byDate = new Map(days.map(({ date, count }) => [date, count]));
  return Array.from({ length: countDays(from, to) }, (_, at) => {
    const date = addDays(from, at);
    return { date, count: byDate.get(date) ?? 0 };
  });
}
