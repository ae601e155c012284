import { type RawBuilder, sql } from 'kysely';
import type { Context, Range } from '../../figures/context.ts';

/**
 * Raw rows whose instant lies on local days of the project. The limits of time are wider than the days, since
 * clocks that are set back make some of their hours come twice: they say which partitions are read, the days say
 * which rows count.
 */
export function onLocalDays(
  at: RawBuilder<unknown>,
  { timezone }: Pick<Context, 'timezone'>,
  { from, to }: Range,
) {
  const local = sql<string>`(${at} at time zone ${timezone})::date`;
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${timezone})`;
  return {
    local,
    isInRange: sql<boolean>`(${at} >= ${start(from)} - interval '3 hours'
      and ${at} < ${start(to)} + interval '27 hours'
      and ${local} between ${from}::date and ${to}::date)`,
  };
}
