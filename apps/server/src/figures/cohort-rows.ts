import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { mondayOf } from '../db/rollup-levels.ts';
import type { Range } from './context.ts';
import { addDays } from './days.ts';
import { isAmong, isWithin, type Place, placesOf, type Together } from './places.ts';
import { dimsOf, levelOf, narrowed, onlyWithin, type Question } from './question.ts';

interface Wanted {
  metrics: readonly string[];
  /** Days after the install. */
  days: readonly number[];
  currencies?: readonly string[] | undefined;
  /** Days of the install need not be told apart, and of installs from the last of its days on nothing is told. */
  together?: Together | undefined;
  /** Only how many, in a column of this name beside empty ones of the others: whoever adds them up need not ask which. */
  counted?: { as: string; among: readonly string[] } | undefined;
}

const ofProject = ({ asked, withinLinks }: Question, metrics: readonly string[]) => sql`
  r.project_id = ${asked.projectId} and r.metric = any(${metrics}::text[])
  and ${narrowed({ asked, withinLinks }, 'r')}`;

const inRange = (range: Range) => isWithin('cohort_date', range);

/** Up to the day before the last day that something is told of installs before. */
function rangeFor({ range }: Question, together: Together | undefined): Range {
  const last = together?.before.toSorted().at(-1);
  const to = last ? addDays(last, -1) : range.to;
  return { from: range.from, to: to < range.to ? to : range.to };
}

/** What rows say: all of it, or only how many. */
function numbersOf({ counted }: Wanted, sign: RawBuilder<unknown>) {
  if (!counted) return sql`r.metric, r.currency, ${sign}r.count as count, ${sign}r.amount as amount`;
  const columns = counted.among.map((name) =>
    name === counted.as ? sql`${sign}r.count as ${sql.ref(name)}` : sql`null::bigint as ${sql.ref(name)}`,
  );
  return sql.join(columns);
}

/** Installs of the range and what they did, as it is at this moment: what was folded and what waits to be. */
export function cohortRows(question: Question, wanted: Wanted) {
  const { metrics, days, currencies, together } = wanted;
  const level = levelOf(question);
  const dims = dimsOf(level, 'r');
  const range = rangeFor(question, together);
  const rows = (number: RawBuilder<unknown>, { table, only, isLess }: Place) => {
    const sign = isLess ? sql`-` : sql``;
    const day = isLess ? mondayOf(sql`r.cohort_date`) : sql`r.cohort_date`;
    return sql`
      select ${day} as day, ${number} as day_number, ${dims}, ${numbersOf(wanted, sign)}
      from ${sql.table(table)} r
      where ${ofProject(question, metrics)} and ${number} = any(${days}::int[]) and ${only}
        and ${currencies ? isAmong(currencies) : sql`true`}`;
  };
  const afterInstall = sql`coalesce(r.day_number, greatest(r.local_date - r.cohort_date, 0))`;
  const { cohorts, weeks } = level;
  const kept = { date: 'cohort_date', days: cohorts, weeks: weeks?.cohorts } as const;
  const all = [
    ...placesOf({ ...question, range }, kept, together).map((place) => rows(sql.ref('r.day_number'), place)),
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
