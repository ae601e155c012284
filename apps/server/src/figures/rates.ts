import type { Money } from '@trailmark/contract/report-filter';
import { add, decimalOf, textOf } from '@trailmark/core/metrics/decimal';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';

/** What has to be said about the money of a report. */
export interface MoneyNotes {
  unconverted: Money[];
  hasOldRates: boolean;
}

export const NO_NOTES: MoneyNotes = { unconverted: [], hasOldRates: false };

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

/** The rate of a currency on a day: that day's, or the last one before it. */
const rateOn = (currency: RawBuilder<unknown>) => sql`
  lateral (
    select 1::numeric as per_usd, x.day as day where ${currency} = 'USD'
    union all
    (select r.per_usd, r.day from currency_rates r
    where r.currency = ${currency} and ${currency} <> 'USD' and r.day <= x.day order by r.day desc limit 1)
  )`;

/**
 * The factors for some money. `money` selects `currency` and `day` of each amount, repeats allowed; rows
 * without a currency are none.
 */
export async function loadFactors(db: Db | Tx, own: string, money: RawBuilder<unknown>): Promise<Factors> {
  // Divided with many places first: rounded twice, a factor could be off by one in its last place.
  const { rows } = await sql<Factor>`
    with x as (select distinct m.currency, m.day::date as day from (${money}) m
      where m.currency <> '' and m.currency <> ${own})
    select x.currency, x.day, round(o.per_usd::numeric(60, 30) / c.per_usd, 12)::text as factor,
      coalesce(o.day < x.day or c.day < x.day, false) as is_old
    from x
    left join ${rateOn(sql`${own}::text`)} o on true
    left join ${rateOn(sql`x.currency`)} c on true`.execute(db);
  return { own, list: rows };
}

/** The same where it is known which other currencies there can be: none of them needs no look at the money. */
export async function loadFactorsAmong(
  tx: Tx,
  own: string,
  { others, money }: { others: readonly string[]; money: RawBuilder<unknown> },
): Promise<Factors> {
  return others.length > 0 ? await loadFactors(tx, own, money) : { own, list: [] };
}

/** Joins `f` to rows that have a currency and a day; it is empty for the project's own currency. */
export function joinFactors(
  { list }: Factors,
  of: { currency: RawBuilder<unknown>; day: RawBuilder<unknown> },
) {
  const known = list.filter(({ factor }) => factor !== null);
  if (known.length === 0) return sql`cross join (values (null::numeric)) as f (factor)`;
  return sql`
    left join unnest(${known.map(({ currency }) => currency)}::text[], ${known.map(({ day }) => day)}::date[],
      ${known.map(({ factor }) => factor)}::numeric[]) as f (currency, day, factor)
      on f.currency = ${of.currency} and f.day = ${of.day}`;
}

/** An amount in the currency of the project, beside `joinFactors`; null where there is no rate. */
export function converted(
  { own }: Factors,
  { amount, currency }: { amount: RawBuilder<unknown>; currency: RawBuilder<unknown> },
) {
  return sql<string | null>`(case when ${currency} = ${own} then ${amount} else ${amount} * f.factor end)`;
}

/** What is to be said: `money` selects `currency`, `day` and `amount`; it is read only where a rate is missing. */
export async function notesOf(
  db: Db | Tx,
  { list }: Factors,
  money: RawBuilder<unknown>,
): Promise<MoneyNotes> {
  const hasOldRates = list.some(({ factor, is_old }) => factor !== null && is_old);
  const missing = list.filter(({ factor }) => factor === null);
  if (missing.length === 0) return { unconverted: [], hasOldRates };
  const { rows } = await sql<Money>`
    select m.currency, trim_scale(sum(m.amount))::text as amount
    from (${money}) m
    join unnest(${missing.map(({ currency }) => currency)}::text[], ${missing.map(({ day }) => day)}::date[])
      as x (currency, day) on x.currency = m.currency and x.day = m.day
    group by m.currency
    order by m.currency`.execute(db);
  return { unconverted: rows, hasOldRates };
}

const addAmounts = (one: string, other: string) => {
  const sum = add(decimalOf(one), decimalOf(other));
  return textOf(sum, sum.places);
};

function merged(
  one: MoneyNotes,
  other: MoneyNotes,
  both: (one: string, other: string) => string,
): MoneyNotes {
  const amounts = new Map(one.unconverted.map(({ currency, amount }) => [currency, amount]));
  for (const { currency, amount } of other.unconverted) {
    const known = amounts.get(currency);
    amounts.set(currency, known === undefined ? amount : both(known, amount));
  }
  return {
    unconverted: [...amounts]
      .map(([currency, amount]) => ({ amount, currency }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    hasOldRates: one.hasOldRates || other.hasOldRates,
  };
}

/** Of different money: what is left out adds up, an entry for each currency. */
export const addNotes = (one: MoneyNotes, other: MoneyNotes) => merged(one, other, addAmounts);

/** Of the same money seen twice, or of a second period: only currencies that the first does not name. */
export const orNotes = (one: MoneyNotes, other: MoneyNotes) => merged(one, other, (known) => known);
