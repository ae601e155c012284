import { type RawBuilder, sql } from 'kysely';
import type { Grain } from '../rollups/grains.ts';
import type { Context, Range } from './context.ts';
import { spansOf } from './days.ts';
import type { Dimension } from './dimensions.ts';
import type { ReportQuery } from './query.ts';

/** Rows `r` of a grain, or of the finest rollup where it is null. Those with a minus are subtracted. */
export interface Part {
  grain: Grain | null;
  isIn: RawBuilder<boolean>;
  sign: RawBuilder<unknown>;
}

type DateColumn = 'local_date' | 'cohort_date';

const columnOf = (grain: Grain | null, date: DateColumn) => sql.ref(grain ? 'r.period' : `r.${date}`);

export const isBetween = (grain: Grain | null, date: DateColumn, { from, to }: Range) =>
  sql<boolean>`${columnOf(grain, date)} between ${from}::date and ${to}::date`;

/**
 * The fewest rows that a range can be summed up from: days, or where the days need not be separate whole weeks, from
 * which the days outside of the range are subtracted. `cuts` are days before and after which sums must be separate.
 */
export function partsOf(
  { day, week }: { day: Grain | null; week: Grain | null },
  date: DateColumn,
  { range, cuts, context }: { range: Range; cuts: readonly string[] | undefined; context: Context },
): Part[] {
  if (!cuts || !week) return [{ grain: day, isIn: isBetween(day, date, range), sign: sql`` }];
  const { weeks, days, less } = spansOf(range, { cuts, today: context.today });
  const on = (grain: Grain | null, dates: readonly string[], sign: RawBuilder<unknown>): Part[] =>
    dates.length > 0
      ? [{ grain, isIn: sql<boolean>`${columnOf(grain, date)} = any(${dates}::date[])`, sign }]
      : [];
  return [...on(week, weeks, sql``), ...on(day, days, sql``), ...on(day, less, sql`-`)];
}

/** Days by themselves, where they or the other dimensions can be read from fewer rows than all together. */
export function separated(
  query: ReportQuery,
  grainsOf: (query: ReportQuery) => { day: Grain | null; week: Grain | null },
): (readonly Dimension[])[] {
  const rest = query.by.filter((dimension) => dimension !== 'date');
  if (rest.length === 0 || rest.length === query.by.length) return [query.by];
  const hasFewerDays = grainsOf({ ...query, by: ['date'] }).day !== grainsOf(query).day;
  return hasFewerDays || grainsOf({ ...query, by: rest }).week ? [['date'], rest] : [query.by];
}
