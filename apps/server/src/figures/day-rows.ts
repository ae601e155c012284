import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { COUNTER_OF, OF_MONEY } from '../db/rollup-levels.ts';
import { isAmong, isWithin, type Place, placesOf } from './places.ts';
import { levelOf, narrowed, onlyWithin, type Question } from './question.ts';

const counterOf: Record<string, string | undefined> = COUNTER_OF;

interface Wanted {
  /** Numbers. */
  columns: readonly string[];
  /**
   * All columns of the rows, in the order in which whoever adds them up names them: so PostgreSQL hands them on as it
   * finds them. Without it, whatever tells the rows apart and then the numbers.
   */
  order?: readonly string[] | undefined;
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

/** The columns of a row; `numberOf` says what stands for a number. */
function columnsOf(
  question: Question,
  { columns, order }: Wanted,
  numberOf: (column: string) => RawBuilder<unknown>,
) {
  const all = order ?? ['day', ...levelOf(question).dims, 'event_name', 'currency', ...columns];
  const parts = all.map((column) => {
    if (columns.includes(column)) return sql`${numberOf(column)} as ${sql.ref(column)}`;
    return column === 'day' ? sql`r.local_date as day` : sql.ref(`r.${column}`);
  });
  return sql.join(parts);
}

const signed = (number: RawBuilder<unknown>, { isLess }: Place) => (isLess ? sql`-${number}` : number);

/** Rows of a table that has a column for each counter. */
function wideRows(question: Question, wanted: Wanted, place: Place) {
  const { names, currencies } = wanted;
  const { isJoint } = levelOf(question);
  const { isMoney, isOwn } = place;
  const numberOf = (column: string) => {
    const own = signed(sql.ref(`r.${column}`), place);
    const isAmount = counterOf[column] !== undefined;
    if (isJoint && isMoney && !isAmount) return sql`0::bigint`;
    return isJoint && isAmount && isOwn
      ? sql`case when r.currency = ${question.context.currency} then ${own} else 0 end`
      : own;
  };
  const isAny = isJoint && currencies === 'none';
  const named = names ? isNamed(names) : sql`r.event_name = ''`;
  return sql`
    select ${columnsOf(question, wanted, numberOf)}
    from ${sql.table(place.table)} r
    where ${ofProject(question)} and ${named} and ${currencyIn(isAny ? 'all' : currencies)} and ${place.only}`;
}

/** Rows of one counter each, given a column for each. */
function narrowRows(question: Question, wanted: Wanted, place: Place) {
  const { columns, names, currencies } = wanted;
  const counters = place.isMoney ? columns.filter((column) => OF_MONEY.includes(column)) : columns;
  const metrics = [...new Set(counters.map((column) => counterOf[column] ?? column))];
  const numberOf = (column: string) => {
    const amountOf = counterOf[column];
    const own = signed(sql.ref(amountOf ? 'r.amount' : 'r.count'), place);
    return sql`case when r.metric = ${sql.lit(amountOf ?? column)} then ${own} else 0 end`;
  };
  return sql`
    select ${columnsOf(question, wanted, numberOf)}
    from ${sql.table(place.table)} r
    where ${ofProject(question)} and r.metric = any(${metrics}::text[]) and ${names ? isNamed(names) : sql`true`}
      and ${currencyIn(currencies)} and ${place.only}`;
}

/** Counters by day as they are at this moment: what was folded and what waits to be. */
export function dayRows(question: Question, wanted: Wanted) {
  const { days, weeks, isWide, isJoint } = levelOf(question);
  const hasWeeks = weeks !== null && (weeks.hasNames || !wanted.names);
  const kept = { date: 'local_date', days, weeks: hasWeeks ? weeks.days : undefined, isJoint } as const;
  const together = wanted.byDay && { before: [], butCurrencies: wanted.byDay };
  const folded = placesOf(question, kept, together).map((place) =>
    isWide || place.table !== days ? wideRows(question, wanted, place) : narrowRows(question, wanted, place),
  );
  const waiting = narrowRows(question, wanted, { table: 'rollup_deltas', only: inRange(question) });
  return onlyWithin(question, sql.join([...folded, waiting], sql` union all `));
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
