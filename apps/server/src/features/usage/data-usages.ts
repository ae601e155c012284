import type { DataUsages } from '@trailmark/contract/usage';
import type { Db } from '../../db/connection.ts';
import { countDays, getProject } from './store.ts';

interface UsageQuery {
  projectId: string;
  from?: string | undefined;
  to?: string | undefined;
}

type Day = DataUsages['days'][number];

/** The range; whatever end is missing comes from the running month in the project's zone. */
async function rangeOf(db: Db, now: Date, query: UsageQuery) {
  const { timezone, today, month_start } = await getProject(db, now, query.projectId);
  const to = query.to ?? (query.from && query.from > today ? query.from : today);
  const from = query.from ?? (month_start <= to ? month_start : to);
  return { from, to, timezone };
}

function totalOf(days: Day[]) {
  const total = { clicks: 0, attributed_installs: 0, organic_installs: 0, events: 0 };
  for (const day of days) {
    total.clicks += day.clicks;
    total.attributed_installs += day.attributed_installs;
    total.organic_installs += day.organic_installs;
    total.events += day.events;
  }
  return total;
}

const monthOf = ({ date }: Day) => date.slice(0, 7);

/** What was counted, by day and by month; of the first and last month only the days of the range. */
export async function getDataUsages(db: Db, now: Date, query: UsageQuery): Promise<DataUsages> {
  const range = await rangeOf(db, now, query);
  const days = await countDays(db, now, { projectId: query.projectId, ...range });
  const months = [...new Set(days.map(monthOf))].map((month) => ({
    month,
    ...totalOf(days.filter((day) => monthOf(day) === month)),
  }));
  return { ...range, total: totalOf(days), months, days };
}
