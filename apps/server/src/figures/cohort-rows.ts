import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import type { Range } from './context.ts';
import { addDays, spansOf } from './days.ts';
import { dimsOf, type Level, levelOf, narrowed, onlyWithin, type Question } from './question.ts';

interface Wanted {
  metrics: readonly string[];
  /** Days after the install. */
  days: readonly number[];
  currencies?: readonly string[] | undefined;
  /** Days of the install need not be told apart: a week may stand as one under its Monday. */
  together?: Together | undefined;
}

/** What is told of installs before a day, and of none from the last such day on. */
export interface Together {
  before: readonly string[];
  /** Money in these currencies is told by the day. */
  butCurrencies: readonly string[];
}

const ofProject = ({ asked, withinLinks }: Question, metrics: readonly string[]) => sql`
  r.project_id = ${asked.projectId} and r.metric = any(${metrics}::text[])
  and ${narrowed({ asked, withinLinks }, 'r')}`;

const inRange = ({ from, to }: Range) => sql`r.cohort_date between ${from}::date and ${to}::date`;
const isOn = (dates: readonly string[]) => sql`r.cohort_date = any(${dates}::date[])`;
const isAmong = (currencies: readonly string[]) => sql`r.currency = any(${currencies}::text[])`;

/** Some rows of a table; taken away from the rest, they are negative and of the Monday. */
interface Place {
  table: string;
  only: RawBuilder<unknown>;
  isLess?: boolean;
}

/** Where the fewest rows say what is wanted. */
function placesOf(range: Range, { cohorts, weeks }: Level, together: Together | undefined): Place[] {
  if (!weeks || !together) return [{ table: cohorts, only: inRange(range) }];
  const { before, butCurrencies } = together;
  const spans = spansOf(range, before);
  const on = (dates: readonly string[]) => sql`${isOn(dates)} and not ${isAmong(butCurrencies)}`;
  return [
    { table: weeks.cohorts, only: on(spans.weeks) },
    { table: cohorts, only: on(spans.days) },
    ...(spans.less.length > 0 ? [{ table: cohorts, only: on(spans.less), isLess: true }] : []),
    ...(butCurrencies.length > 0
      ? [{ table: cohorts, only: sql`${inRange(range)} and ${isAmong(butCurrencies)}` }]
      : []),
  ];
}

/** Up to the day before the last day that something is told of installs before. */
function rangeFor({ range }: Question, together: Together | undefined): Range {
  const last = together?.before.toSorted().at(-1);
  const to = last ? addDays(last, -1) : range.to;
  return { from: range.from, to: to < range.to ? to : range.to };
}

/** Installs of the range and what they did, as it is at this moment: what was folded and what waits to be. */
export function cohortRows(question: Question, { metrics, days, currencies, together }: Wanted) {
  const level = levelOf(question);
  const dims = dimsOf(level, 'r');
  const range = rangeFor(question, together);
  const rows = (number: RawBuilder<unknown>, { table, only, isLess }: Place) => {
    const sign = isLess ? sql`-` : sql``;
    const day = isLess
      ? sql`r.cohort_date - extract(isodow from r.cohort_date)::int + 1`
      : sql`r.cohort_date`;
    return sql`
      select ${day} as day, ${number} as day_number, r.metric, ${dims}, r.currency, ${sign}r.count as count,
        ${sign}r.amount as amount
      from ${sql.table(table)} r
      where ${ofProject(question, metrics)} and ${number} = any(${days}::int[]) and ${only}
        and ${currencies ? isAmong(currencies) : sql`true`}`;
  };
  const afterInstall = sql`coalesce(r.day_number, greatest(r.local_date - r.cohort_date, 0))`;
  const all = [
    ...placesOf(range, level, together).map((place) => rows(sql.ref('r.day_number'), place)),
    rows(afterInstall, { table: 'rollup_deltas', only: inRange(range) }),
  ];
  return onlyWithin(question, sql.join(all, sql` union all `));
}

/** The currencies but its own that installs of the range paid in, whoever is credited with them. */
export async function otherCohortCurrencies(tx: Tx, { asked, context, range }: Question): Promise<string[]> {
  const isOther = sql`r.project_id = ${asked.projectId} and r.metric in ('payments', 'refunds') and ${inRange(range)}
    and r.currency <> ${context.currency}`;
  const { rows } = await sql<{ currency: string }>`
    select r.currency from rollup_cohort_segments r where ${isOther}
    union
    select r.currency from rollup_deltas r where ${isOther}`.execute(tx);
  return rows.map(({ currency }) => currency);
}
