import { type RawBuilder, sql } from 'kysely';
import type { Range } from './context.ts';
import { spansOf } from './days.ts';
import type { Question } from './question.ts';

/** Some rows of a table, under the alias r; taken away from the rest, they are negative. */
export interface Place {
  table: string;
  only: RawBuilder<unknown>;
  isLess?: boolean;
  /** Only money is there. */
  isMoney?: boolean;
  /** Money in other currencies than the project's own is told by another place. */
  isOwn?: boolean;
}

/** Where the same rows are kept by day and, perhaps, added up by week, and the column that holds the day or Monday. */
interface Kept {
  date: 'local_date' | 'cohort_date';
  days: string;
  weeks?: string | undefined;
  /** What has no currency may stand under any. */
  isJoint?: boolean;
}

/** Days that need not be told apart: a week may stand as one under its Monday. */
export interface Together {
  /** Something is told of what was before each of these days. */
  before: readonly string[];
  /** Money in these currencies is told by the day. */
  butCurrencies: readonly string[];
}

export const isAmong = (currencies: readonly string[]) => sql`r.currency = any(${currencies}::text[])`;

export const isWithin = (date: Kept['date'], { from, to }: Range) =>
  sql`${sql.ref(`r.${date}`)} between ${from}::date and ${to}::date`;

/** Where the fewest rows tell of a range. */
export function placesOf(
  { range, context }: Pick<Question, 'range' | 'context'>,
  { date, days, weeks, isJoint }: Kept,
  together: Together | undefined,
): Place[] {
  const all = isWithin(date, range);
  if (!weeks || !together) return [{ table: days, only: all }];
  const { before, butCurrencies } = together;
  const spans = spansOf(range, { cuts: before, today: context.today });
  const isTold = isJoint ? sql`true` : sql`not ${isAmong(butCurrencies)}`;
  const on = (dates: readonly string[]) => ({
    only: sql`${sql.ref(`r.${date}`)} = any(${dates}::date[]) and ${isTold}`,
    isOwn: butCurrencies.length > 0,
  });
  return [
    { table: weeks, ...on(spans.weeks) },
    { table: days, ...on(spans.days) },
    ...(spans.less.length > 0 ? [{ table: days, ...on(spans.less), isLess: true }] : []),
    ...(butCurrencies.length > 0
      ? [{ table: days, only: sql`${all} and ${isAmong(butCurrencies)}`, isMoney: true }]
      : []),
  ];
}
