import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { spansOf } from './days.ts';
import { dimsOf, levelOf, narrowed, type Question } from './question.ts';

interface Wanted {
  metrics: readonly string[];
  /** Days after the install. */
  days: readonly number[];
  currencies?: readonly string[] | undefined;
  /** Days of the install need not be told apart: a week may stand as one under its Monday. */
  together?: Together | undefined;
}

export interface Together {
  /** Days on which something else begins. */
  cuts: readonly string[];
  /** Money in these is told by the day. */
  butCurrencies: readonly string[];
}

function isMeant({ asked, range }: Question, metrics: readonly string[]) {
  return sql`r.project_id = ${asked.projectId} and r.metric = any(${metrics}::text[])
    and r.cohort_date between ${range.from}::date and ${range.to}::date`;
}

const afterInstall = sql`coalesce(r.day_number, greatest(r.local_date - r.cohort_date, 0))`;

/** Where to look for what was folded, and for which of it. */
function placesOf(question: Question, together: Together | undefined) {
  const level = levelOf(question);
  if (!level.weeks || !together) return [{ table: level.cohorts, only: sql`true` }];
  const { weeks, days } = spansOf(question.range, together.cuts);
  const isByDay = sql`r.currency = any(${together.butCurrencies}::text[])`;
  const on = (dates: readonly string[]) =>
    sql`r.cohort_date = any(${dates}::date[]) and r.currency <> all(${together.butCurrencies}::text[])`;
  return [
    { table: level.weeks.cohorts, only: on(weeks) },
    { table: level.cohorts, only: on(days) },
    { table: level.cohorts, only: isByDay },
  ];
}

/** Installs of the range and what they did, as it is at this moment: what was folded and what waits to be. */
export function cohortRows(question: Question, { metrics, days, currencies, together }: Wanted) {
  const dims = dimsOf(levelOf(question), 'r');
  const isWanted = sql`${isMeant(question, metrics)} and ${narrowed(question, 'r')}
    ${currencies ? sql`and r.currency = any(${currencies}::text[])` : sql``}`;
  const rows = (table: string, number: RawBuilder<unknown>, only: RawBuilder<unknown>) => sql`
    select r.cohort_date as day, ${number} as day_number, r.metric, ${dims}, r.currency, r.count, r.amount
    from ${sql.table(table)} r
    where ${isWanted} and ${number} = any(${days}::int[]) and ${only}`;
  return sql.join(
    [
      ...placesOf(question, together).map(({ table, only }) => rows(table, sql.ref('r.day_number'), only)),
      rows('rollup_deltas', afterInstall, sql`true`),
    ],
    sql` union all `,
  );
}

/** The currencies but its own that installs of the range paid in, whoever is credited with them. */
export async function otherCohortCurrencies(tx: Tx, question: Question): Promise<string[]> {
  const isOther = sql`${isMeant(question, ['payments', 'refunds'])} and r.currency <> ${question.context.currency}`;
  const { rows } = await sql<{ currency: string }>`
    select r.currency from rollup_cohort_segments r where ${isOther}
    union
    select r.currency from rollup_deltas r where ${isOther}`.execute(tx);
  return rows.map(({ currency }) => currency);
}
