import type { Money } from '@trailmark/contract/report-filter';
import { add, type Decimal, decimalOf, negate, textOf } from '@trailmark/core/metrics/decimal';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { runRepeated } from '../db/run-prepared.ts';

/** What has to be said about the money of a report. */
export interface MoneyNotes {
  unconverted: Money[];
  /** How many amounts were converted with an older rate. */
  oldRates: number;
}

export const NO_NOTES: MoneyNotes = { unconverted: [], oldRates: 0 };

/** Of what was paid by day, of what installs paid, and of spend. */
export interface ReportNotes {
  revenue: MoneyNotes;
  cohorts: MoneyNotes;
  spend: MoneyNotes;
}

/** What one unit of a currency was worth on a day in the currency of the project; null: nobody knows. */
interface Factor {
  currency: string;
  day: string;
  factor: string | null;
  is_old: boolean;
}

/** Factors of all the money that a report is about, other currencies only: its own counts as it is. */
export interface Factors {
  /** The currency of the project. */
  own: string;
  list: Factor[];
}

/** For what is not about money. */
export const NO_FACTORS: Factors = { own: '', list: [] };

/** The rate of a currency on a day: that day's, or the last one before it. */
const rateOn = (currency: RawBuilder<unknown>) => sql`
  lateral (
    select 1::numeric as per_usd, x.day as day where ${currency} = 'USD'
    union all
    (select r.per_usd, r.day from currency_rates r
    where r.currency = ${currency} and ${currency} <> 'USD' and r.day <= x.day order by r.day desc limit 1)
  )`;

/**
 * The factors for some money, as a query. `money` selects `currency` and `day` of each amount, repeats allowed; money
 * in the project's own currency needs none.
 */
export function factorsOf(own: string, money: RawBuilder<unknown>) {
  // Divided with many places first: rounded twice, a factor could be off by one in its last place.
  return sql<Factor>`
    select x.currency, x.day, round(o.per_usd::numeric(60, 30) / c.per_usd, 12) as factor,
      coalesce(o.day < x.day or c.day < x.day, false) as is_old
    from (
      select distinct m.currency, m.day::date as day from (${money}) m
      where m.currency <> '' and m.currency <> ${own}) x
    left join ${rateOn(sql`${own}::text`)} o on true
    left join ${rateOn(sql`x.currency`)} c on true`;
}

export async function loadFactors(db: Db | Tx, own: string, money: RawBuilder<unknown>): Promise<Factors> {
  return { own, list: await runRepeated(db, factorsOf(own, money)) };
}

/** The factors as rows that can be joined. */
const factorRows = ({ list }: Factors) => sql`
  unnest(${list.map(({ currency }) => currency)}::text[], ${list.map(({ day }) => day)}::date[],
    ${list.map(({ factor }) => factor)}::numeric[], ${list.map(({ is_old }) => is_old)}::boolean[])
  as f (currency, day, factor, is_old)`;

/** Factors that are named rows of the same statement. */
export interface NamedFactors {
  own: string;
  rows: RawBuilder<unknown>;
}

/** How money of rows `r` is converted. */
interface Conversion {
  /** Joins the factor `f` to rows `r`. */
  join: RawBuilder<unknown>;
  /** Empty, or the currency that has no rate. */
  currency: RawBuilder<unknown>;
  amount: RawBuilder<unknown>;
  /** How many amounts were converted with an older rate. */
  oldRates: RawBuilder<unknown>;
}

/** Converts `r.amount` in `r.currency` with the factor of a day; `factors` are loaded, or named rows of the statement. */
export function conversion(factors: Factors | NamedFactors, day: RawBuilder<unknown>): Conversion {
  const { own } = factors;
  if ('list' in factors && factors.list.length === 0) {
    return { join: sql``, currency: sql`''`, amount: sql`r.amount`, oldRates: sql`0` };
  }
  const rows = 'list' in factors ? factorRows(factors) : sql`${factors.rows} f`;
  return {
    join: sql`left join ${rows} on f.currency = r.currency and f.day = ${day}`,
    currency: sql`case when r.currency = ${own}::text or f.factor is not null then '' else r.currency end`,
    amount: sql`case when f.factor is null then r.amount else r.amount * f.factor end`,
    oldRates: sql`case when f.is_old and f.factor is not null then r.count else 0 end`,
  };
}

/** Whether there is anything to say about the money of rows `r`. */
export const isNoteworthy = sql`coalesce(bool_or(r.currency <> '' or r.old_rates <> 0), false) as is_noteworthy`;

/** What there is to say about converted money: rows of `currency`, `amount` and `old_rates`. */
export async function notesOf(db: Db | Tx, money: RawBuilder<unknown>): Promise<MoneyNotes> {
  const statement = sql<Money & { old_rates: number }>`
    select r.currency, trim_scale(sum(r.amount))::text as amount, sum(r.old_rates)::bigint as old_rates
    from (${money}) r
    where (r.currency <> '' and r.amount <> 0) or r.old_rates <> 0
    group by r.currency
    order by r.currency`;
  const rows = await runRepeated(db, statement);
  return {
    oldRates: rows.reduce((sum, { old_rates }) => sum + old_rates, 0),
    unconverted: rows
      .filter(({ currency }) => currency !== '')
      .map(({ currency, amount }) => ({ currency, amount })),
  };
}

type Combine = (one: Decimal, other: Decimal) => Decimal;

const combined = (one: string, other: string, combine: Combine) => {
  const result = combine(decimalOf(one), decimalOf(other));
  return textOf(result, result.places).replace(/\.?0+$|(\.\d*?)0+$/, '$1');
};

function merged(one: MoneyNotes, other: MoneyNotes, both: (one: string, other: string) => string): Money[] {
  const amounts = new Map(one.unconverted.map(({ currency, amount }) => [currency, amount]));
  for (const { currency, amount } of other.unconverted) {
    const known = amounts.get(currency);
    amounts.set(currency, known === undefined ? amount : both(known, amount));
  }
  return [...amounts]
    .map(([currency, amount]) => ({ amount, currency }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Of different money: what is left out adds up, an entry for each currency. */
export const addNotes = (one: MoneyNotes, other: MoneyNotes): MoneyNotes => ({
  unconverted: merged(one, other, (a, b) => combined(a, b, add)),
  oldRates: one.oldRates + other.oldRates,
});

/** Of the same money seen twice, or of a second period: only currencies that the first does not name. */
export const orNotes = (one: MoneyNotes, other: MoneyNotes): MoneyNotes => ({
  unconverted: merged(one, other, (known) => known),
  oldRates: Math.max(one.oldRates, other.oldRates),
});

/** Of some money less a part of it. */
function lessNotes(all: MoneyNotes, part: MoneyNotes): MoneyNotes {
  const left = merged(all, part, (a, b) => combined(a, b, (whole, some) => add(whole, negate(some))));
  return {
    unconverted: left.filter(({ amount }) => decimalOf(amount).units !== 0n),
    oldRates: all.oldRates - part.oldRates,
  };
}

export const subtractNotes = (all: ReportNotes, part: ReportNotes): ReportNotes => ({
  revenue: lessNotes(all.revenue, part.revenue),
  cohorts: lessNotes(all.cohorts, part.cohorts),
  spend: lessNotes(all.spend, part.spend),
});

/** What installs paid was paid on some day as well. */
export const summedNotes = ({ revenue, cohorts, spend }: ReportNotes) =>
  addNotes(orNotes(revenue, cohorts), spend);
