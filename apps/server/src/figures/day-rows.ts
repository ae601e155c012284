import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { type Spans, spansOf } from './days.ts';
import { dimsOf, type Level, levelOf, narrowed, type Question } from './question.ts';

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

const isAmong = (currencies: readonly string[]) => sql<boolean>`r.currency = any(${currencies}::text[])`;
const isNotAmong = (currencies: readonly string[]) => sql<boolean>`r.currency <> all(${currencies}::text[])`;

function currencyIn(currencies: Wanted['currencies']) {
  if (currencies === 'all') return sql<boolean>`true`;
  if (currencies === 'none') return sql<boolean>`r.currency = ''`;
  return isAmong(currencies);
}

function isNamed(names: Wanted['names']) {
  if (names === 'every') return sql`r.event_name <> ''`;
  return sql`r.event_name = any(${names}::text[])`;
}

function inRange({ asked, range }: Question) {
  return sql`r.project_id = ${asked.projectId} and r.local_date between ${range.from}::date and ${range.to}::date`;
}

/** A level that has a column for each counter. */
function wideRows(
  question: Question,
  { dims, table }: { dims: RawBuilder<unknown>; table: string },
  { columns, names, isMeant }: Pick<Wanted, 'columns' | 'names'> & { isMeant: RawBuilder<boolean> },
) {
  const named = names ? isNamed(names) : sql`r.event_name = ''`;
  const sums = columns.map((column) => sql`, ${sql.ref(`r.${column}`)}`);
  return sql`
    select r.local_date as day, ${dims}, r.event_name, r.currency${sql.join(sums, sql``)}
    from ${sql.table(table)} r
    where ${inRange(question)} and ${named} and ${isMeant} and ${narrowed(question, 'r')}`;
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

const isOn = (dates: readonly string[]) => sql<boolean>`r.local_date = any(${dates}::date[])`;

/** What was folded, in as few rows as there are. */
function foldedRows(question: Question, level: Level, { byDay, ...wanted }: Wanted) {
  if (!level.isWide) return narrowRows(question, level.days, wanted);
  const dims = dimsOf(level, 'r');
  const isMeant = currencyIn(wanted.currencies);
  const ofDays = { dims, table: level.days };
  if (!level.weeks || !byDay) return wideRows(question, ofDays, { ...wanted, isMeant });

  const { weeks, days }: Spans = spansOf(question.range, []);
  const isTogether = sql<boolean>`${isMeant} and ${isNotAmong(byDay)}`;
  const on = (dates: readonly string[]) => ({
    ...wanted,
    isMeant: sql<boolean>`${isOn(dates)} and ${isTogether}`,
  });
  return sql.join(
    [
      wideRows(question, { dims, table: level.weeks.days }, on(weeks)),
      wideRows(question, ofDays, on(days)),
      wideRows(question, ofDays, { ...wanted, isMeant: sql<boolean>`${isMeant} and ${isAmong(byDay)}` }),
    ],
    sql` union all `,
  );
}

/** Counters by day as they are at this moment: what was folded and what waits to be. */
export function dayRows(question: Question, wanted: Wanted) {
  const folded = foldedRows(question, levelOf(question), wanted);
  return sql`${folded} union all ${narrowRows(question, 'rollup_deltas', wanted)}`;
}

/** The currencies but its own that a project was paid in over the range, by whomever. */
export async function otherCurrencies(tx: Tx, question: Question): Promise<string[]> {
  const isOther = sql`r.currency <> '' and r.currency <> ${question.context.currency}`;
  const { rows } = await sql<{ currency: string }>`
    select r.currency from rollup_day_segments r
    where ${inRange(question)} and r.event_name = '' and ${isOther}
    union
    select r.currency from rollup_deltas r where ${inRange(question)} and ${isOther}`.execute(tx);
  return rows.map(({ currency }) => currency);
}
