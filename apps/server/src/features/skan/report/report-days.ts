import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Context } from '../../../report/context.ts';

/** The days of a report as stretches of time. */
export interface ReportDays {
  dates: readonly string[];
  /** When each day begins, and at last when the last one ends. */
  starts: readonly Date[];
}

/** Clocks are changed at quarters of an hour. */
const STEP = '15 minutes';

/**
 * Found once for all postbacks: to ask for the date of each takes longer than to add it up. A day begins at the first
 * instant that has its date, however often clocks show that time.
 */
export async function readReportDays(tx: Tx, { timezone, range }: Context): Promise<ReportDays> {
  const { from, to } = range;
  const { rows } = await sql<{ date: string; start: Date }>`
    select date::text, min(at) as start
    from generate_series((${from}::date::timestamp - interval '3 hours') at time zone ${timezone},
        (${to}::date::timestamp + interval '27 hours') at time zone ${timezone}, ${sql.lit(STEP)}::interval) at
      cross join lateral (select (at at time zone ${timezone})::date as date) d
    where date between ${from}::date and ${to}::date + 1
    group by date order by date`.execute(tx);
  return { dates: rows.slice(0, -1).map(({ date }) => date), starts: rows.map(({ start }) => start) };
}
