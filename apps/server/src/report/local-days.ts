import { type RawBuilder, sql } from 'kysely';
import type { Context, Range } from './context.ts';

/**
 * Raw rows whose instant is on local days of the project: the days say which rows count. The limits of time say which
 * partitions are read. They are wider than the days, since clocks that are set back make some hours come twice, and
 * known before the rows are: the other partitions are not opened.
 */
export function onLocalDays(
  at: RawBuilder<unknown>,
  { timezone }: Pick<Context, 'timezone'>,
  { from, to }: Range,
) {
  const local = sql<string>`(${at} at time zone ${timezone})::date`;
  const onClock = (day: string, hours: number) =>
    sql`(${day}::date::timestamp + ${sql.lit(`${hours} hours`)}::interval) at time zone ${timezone}`;
  return {
    local,
    isInRange: sql<boolean>`(${at} >= ${onClock(from, -3)} and ${at} < ${onClock(to, 27)}
      and ${local} between ${from}::date and ${to}::date)`,
  };
}
