import { sql } from 'kysely';
import { dimsOf, type Level, levelOf, narrowed, type Question } from './question.ts';

/** A counter of a day, or one of the sums of money beside payments and refunds. */
const MONEY: Record<string, string> = { paid: 'payments', refunded: 'refunds' };

interface Wanted {
  columns: readonly string[];
  /** Of single events; without it, of all together. */
  names?: readonly string[] | 'every' | undefined;
  currencies: 'none' | 'all' | { but: string };
}

function currencyIn(currencies: Wanted['currencies']) {
  if (currencies === 'all') return sql`true`;
  if (currencies === 'none') return sql`r.currency = ''`;
  return sql`r.currency <> '' and r.currency <> ${currencies.but}`;
}

function isNamed(names: Wanted['names']) {
  if (names === 'every') return sql`r.event_name <> ''`;
  return sql`r.event_name = any(${names}::text[])`;
}

function inRange({ asked, range }: Question) {
  return sql`r.project_id = ${asked.projectId} and r.local_date between ${range.from}::date and ${range.to}::date`;
}

/** A level that has a column for each counter. */
function wideRows(question: Question, level: Level, { columns, names, currencies }: Wanted) {
  const named = names ? isNamed(names) : sql`r.event_name = ''`;
  const sums = columns.map((column) => sql`, ${sql.ref(`r.${column}`)}`);
  return sql`
    select r.local_date as day, ${dimsOf(level, 'r')}, r.event_name, r.currency${sql.join(sums, sql``)}
    from ${sql.table(level.days)} r
    where ${inRange(question)} and ${named} and ${currencyIn(currencies)} and ${narrowed(question, 'r')}`;
}

/** Rows of one counter each, given a column for each. */
function narrowRows(question: Question, table: string, { columns, names, currencies }: Wanted) {
  const metrics = [...new Set(columns.map((column) => MONEY[column] ?? column))];
  const named = names ? isNamed(names) : sql`true`;
  const sums = columns.map((column) => {
    const [metric, number] = MONEY[column] ? [MONEY[column], 'r.amount'] : [column, 'r.count'];
    return sql`, case when r.metric = ${sql.lit(metric)} then ${sql.ref(number)} else 0 end as ${sql.ref(column)}`;
  });
  return sql`
    select r.local_date as day, ${dimsOf(levelOf(question), 'r')}, r.event_name, r.currency${sql.join(sums, sql``)}
    from ${sql.table(table)} r
    where ${inRange(question)} and r.metric = any(${metrics}::text[]) and ${named} and ${currencyIn(currencies)}
      and ${narrowed(question, 'r')}`;
}

/** Counters by day as they are at this moment: what was folded and what waits to be. */
export function dayRows(question: Question, wanted: Wanted) {
  const level = levelOf(question);
  const folded = level.isWide ? wideRows(question, level, wanted) : narrowRows(question, level.days, wanted);
  return sql`${folded} union all ${narrowRows(question, 'rollup_deltas', wanted)}`;
}
