import { type RawBuilder, sql } from 'kysely';
import type { Context, Range } from './context.ts';

/**
 * Raw rows whose instant is on local days of the project: the days say which rows count. The limits of time say which
 * partitions are read. They are wider than the days, since clocks that are set back make some hours come twice, and
 * known before the rows are: the other partitions are not opened. A range can end at a time of its last day.
 */
export function onLocalDays(
  at: RawBuilder<unknown>,
  { timezone }: Pick<Context, 'timezone'>,
  { from, to, until }: Range,
) {
  const local = sql<string>`(${at} at time zone ${timezone})::date`;
  const onClock = (day: string, hours: number, time = '00:00') => {
    const clock = sql`${day}::date::timestamp + ${time}::interval + ${sql.lit(`${hours} hours`)}::interval`;
    return sql`(${clock}) at time zone ${timezone}`;
  };
  const isBefore = until
    ? sql`and ${at} at time zone ${timezone} < ${to}::date::timestamp + ${until}::time`
    : sql``;
  return {
    local,
    isInRange: sql<boolean>`(${at} >= ${onClock(from, -3)} and ${at} < ${onClock(to, 3, until ?? '24:00')}
      and ${local} between ${from}::date and ${to}::date ${isBefore})`,
  };
}
