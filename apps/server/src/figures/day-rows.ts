import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { isAmong, isWithin, type Place, placesOf } from './places.ts';
import { dimsOf, levelOf, narrowed, onlyWithin, type Question } from './question.ts';

/** A counter of a day, or one of the sums of money beside payments and refunds. */
const MONEY: Record<string, string> = { paid: 'payments', refunded: 'refunds' };

interface Wanted {
  columns: readonly string[];
  /** Of single events; without it, of all together. */
  names?: readonly string[] | 'every' | undefined;
  currencies: 'none' | 'all' | readonly string[];
  /** Days need not be told apart, but for money in these currencies: a week may stand as one under its Monday. */
  byDay?: readonly string[] | undefined;
}

function currencyIn(currencies: Wanted['currencies']) {
  if (currencies === 'all') return sql`true`;
  return currencies === 'none' ? sql`r.currency = ''` : isAmong(currencies);
}

function isNamed(names: Wanted['names']) {
  if (names === 'every') return sql`r.event_name <> ''`;
  return sql`r.event_name = any(${names}::text[])`;
}

const inRange = ({ range }: Question) => isWithin('local_date', range);

const ofProject = ({ asked, withinLinks }: Question) =>
  sql`r.project_id = ${asked.projectId} and ${narrowed({ asked, withinLinks }, 'r')}`;

/** Rows of a table that has a column for each counter. */
function wideRows(
  question: Question,
  { columns, names, currencies }: Wanted,
  { table, only, isLess }: Place,
) {
  const named = names ? isNamed(names) : sql`r.event_name = ''`;
  const sign = isLess ? sql`-` : sql``;
  const sums = columns.map((column) => sql`, ${sign}${sql.ref(`r.${column}`)} as ${sql.ref(column)}`);
  return sql`
    select r.local_date as day, ${dimsOf(levelOf(question), 'r')}, r.event_name, r.currency${sql.join(sums, sql``)}
    from ${sql.table(table)} r
    where ${ofProject(question)} and ${named} and ${currencyIn(currencies)} and ${only}`;
}

/** Rows of one counter each, given a column for each. */
function narrowRows(question: Question, { columns, names, currencies }: Wanted, table: string) {
  const metrics = [...new Set(columns.map((column) => MONEY[column] ?? column))];
  const named = names ? isNamed(names) : sql`true`;
  const sums = columns.map((column) => {
    const [metric, number] = MONEY[column] ? [MONEY[column], 'r.amount'] : [column, 'r.count'];
    return sql`, case when r.metric = ${sql.lit(metric)} then ${sql.ref(number)} else 0 end as ${sql.ref(column)}`;
  });
  return sql`
    select r.local_date as day, ${dimsOf(levelOf(question), 'r')}, r.event_name, r.currency${sql.join(sums, sql``)}
    from ${sql.table(table)} r
    where ${ofProject(question)} and ${inRange(question)} and r.metric = any(${metrics}::text[]) and ${named}
      and ${currencyIn(currencies)}`;
}

/** Counters by day as they are at this moment: what was folded and what waits to be. */
export function dayRows(question: Question, wanted: Wanted) {
  const level = levelOf(question);
  const { days, weeks } = level;
  const kept = { date: 'local_date', days, weeks: weeks?.days } as const;
  const together = wanted.byDay && { before: [], butCurrencies: wanted.byDay };
  const folded = level.isWide
    ? placesOf(question.range, kept, together).map((place) => wideRows(question, wanted, place))
    : [narrowRows(question, wanted, days)];
  const rows = [...folded, narrowRows(question, wanted, 'rollup_deltas')];
  return onlyWithin(question, sql.join(rows, sql` union all `));
}

/** The currencies but its own that a project was paid in over the range, by whomever. */
export async function otherCurrencies(tx: Tx, question: Question): Promise<string[]> {
  const { asked, context } = question;
  const isOther = sql`r.project_id = ${asked.projectId} and ${inRange(question)} and r.currency <> ''
    and r.currency <> ${context.currency}`;
  const { rows } = await sql<{ currency: string }>`
    select r.currency from rollup_day_segments r where ${isOther} and r.event_name = ''
    union
    select r.currency from rollup_deltas r where ${isOther}`.execute(tx);
  return rows.map(({ currency }) => currency);
}
