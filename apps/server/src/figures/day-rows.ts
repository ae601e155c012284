import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { spansOf } from './days.ts';
import { dimsOf, type Level, levelOf, narrowed, onlyWithin, type Question } from './question.ts';

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

const isAmong = (currencies: readonly string[]) => sql`r.currency = any(${currencies}::text[])`;

function currencyIn(currencies: Wanted['currencies']) {
  if (currencies === 'all') return sql`true`;
  return currencies === 'none' ? sql`r.currency = ''` : isAmong(currencies);
}

function isNamed(names: Wanted['names']) {
  if (names === 'every') return sql`r.event_name <> ''`;
  return sql`r.event_name = any(${names}::text[])`;
}

const inRange = ({ range }: Question) => sql`r.local_date between ${range.from}::date and ${range.to}::date`;
const isOn = (dates: readonly string[]) => sql`r.local_date = any(${dates}::date[])`;

const ofProject = ({ asked, withinLinks }: Question) =>
  sql`r.project_id = ${asked.projectId} and ${narrowed({ asked, withinLinks }, 'r')}`;

/** Some rows of a table that has a column for each counter; taken away from the rest, they are negative. */
interface Wide {
  table: string;
  only: RawBuilder<unknown>;
  isLess?: boolean;
}

function wideRows(question: Question, { columns, names, currencies }: Wanted, { table, only, isLess }: Wide) {
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

/** Where the fewest rows say what is wanted. */
function placesOf(question: Question, { days, weeks }: Level, byDay: Wanted['byDay']): Wide[] {
  if (!weeks || !byDay) return [{ table: days, only: inRange(question) }];
  const spans = spansOf(question.range, []);
  const on = (dates: readonly string[]) => sql`${isOn(dates)} and not ${isAmong(byDay)}`;
  return [
    { table: weeks.days, only: on(spans.weeks) },
    { table: days, only: on(spans.days) },
    ...(spans.less.length > 0 ? [{ table: days, only: on(spans.less), isLess: true }] : []),
    ...(byDay.length > 0 ? [{ table: days, only: sql`${inRange(question)} and ${isAmong(byDay)}` }] : []),
  ];
}

/** Counters by day as they are at this moment: what was folded and what waits to be. */
export function dayRows(question: Question, wanted: Wanted) {
  const level = levelOf(question);
  const folded = level.isWide
    ? placesOf(question, level, wanted.byDay).map((place) => wideRows(question, wanted, place))
    : [narrowRows(question, wanted, level.days)];
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
