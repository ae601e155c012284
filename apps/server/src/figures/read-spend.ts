import { earnedSpendKey, keysWith } from '@trailmark/core/metrics/base-keys';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { mondayOf } from '../db/rollup-levels.ts';
import { addDays } from './days.ts';
import { type Grouped, type Grouping, groupingBy, withLinkNames } from './dimensions.ts';
import { type Column, type Shelf, shelve } from './found.ts';
import { isAmong, placesOf, type Together } from './places.ts';
import { knowsSpend, narrowed, onlyWithin, type Question } from './question.ts';
import {
  converted,
  type Factors,
  joinFactors,
  loadFactorsAmong,
  type MoneyNotes,
  NO_NOTES,
  notesOf,
} from './rates.ts';
import { numbered } from './read-days.ts';

interface Wanted {
  currencies?: readonly string[];
  /** Days need not be told apart: a week may stand as one under its Monday. */
  together?: Together | undefined;
}

const KEPT = { date: 'local_date', days: 'spend_days', weeks: 'spend_weeks' } as const;

/** Spend stands under the network that its campaign has now. */
export function spendRows(question: Question, { currencies, together }: Wanted = {}) {
  const { asked, withinLinks } = question;
  const { projectId } = asked;
  const spent = placesOf(question, KEPT, together).map(({ table, only, isLess }) => {
    const day = isLess ? mondayOf(sql`r.local_date`) : sql`r.local_date`;
    return sql`
      select ${day} as day, r.campaign_id, r.link_id, r.currency, ${isLess ? sql`-` : sql``}r.amount as amount
      from ${sql.table(table)} r
      where r.project_id = ${projectId} and ${only} and ${currencies ? isAmong(currencies) : sql`true`}`;
  });
  const rows = sql`
    select r.day, r.campaign_id, r.link_id, r.network, r.currency, r.amount
    from (
      select s.*, coalesce(c.network, 'NONE') as network
      from (${sql.join(spent, sql` union all `)}) s
      left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id) r
    where ${narrowed({ asked, withinLinks }, 'r')}`;
  return onlyWithin(question, rows);
}

/** The currencies but its own that a project spends in. Each is looked up in the index after the one before. */
async function otherSpendCurrencies(tx: Tx, { asked, context }: Question): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`
    (select s.currency from spend_days s where s.project_id = ${asked.projectId} and s.currency > ${after}
    order by s.currency limit 1)`;
  const { rows } = await sql<{ currency: string }>`
    with recursive found (currency) as (
      ${next(sql`''`)}
      union all
      select ${next(sql`f.currency`)} from found f where f.currency is not null)
    select currency from found where currency <> ${context.currency}`.execute(tx);
  return rows.map(({ currency }) => currency);
}

interface SpendFactors extends Factors {
  /** Currencies but the project's own in which something may have been spent. */
  others: string[];
  notes: MoneyNotes;
}

/** What one unit of each foreign currency was worth on the days that it was spent on. */
export async function spendFactors(tx: Tx, question: Question): Promise<SpendFactors> {
  const others = await otherSpendCurrencies(tx, question);
  const spent = spendRows({ ...question, isLoose: false }, { currencies: others });
  const money = sql`select m.currency, m.day from (${spent}) m`;
  const factors = await loadFactorsAmong(tx, question.context.currency, { others, money });
  return { ...factors, others, notes: await notesOf(tx, factors, spent) };
}

/** Which days must be told apart: foreign money has a rate a day, and our own is only cut at some days. */
function toldDay({ by, context, range }: Question, isForeign: boolean, cuts: readonly string[]) {
  if (by.includes('date')) return sql`r.day`;
  const parts = [
    ...(isForeign ? [sql`when r.currency <> ${context.currency} then r.day`] : []),
    ...cuts.toSorted().map((cut) => sql`when r.day < ${cut}::date then ${addDays(cut, -1)}::date`),
  ];
  return parts.length > 0 ? sql`case ${sql.join(parts, sql` `)} else ${range.to}::date end` : null;
}

/** Spend by what it is divided by, in few rows: each of them needs a factor. */
function addedSpend(
  question: Question,
  grouping: Grouping,
  { others, cuts }: { others: string[]; cuts: string[] },
) {
  const { asked, by, context, range } = question;
  const isForeign = others.length > 0;
  const day = toldDay(question, isForeign, cuts);
  const together = by.includes('date') ? undefined : { before: cuts, butCurrencies: others };
  const key = [
    ...grouping.columns.filter((column) => column !== 'day').map((column) => sql.ref(`r.${column}`)),
    ...(isForeign ? [sql.ref('r.currency')] : []),
    ...(day ? [sql.ref('r.told')] : []),
  ];
  const constants = [
    ...(isForeign ? [] : [sql`${context.currency}::text as currency`]),
    day ? sql`r.told as day` : sql`${range.to}::date as day`,
  ];
  return sql`
    select ${sql.join([...key, ...constants])}, sum(r.amount) as amount
    from (
      select r.*, ${day ?? sql`null`} as told
      from ${withLinkNames(spendRows(question, { together }), by, asked)} r) r
    group by grouping sets ((${sql.join(key)}))`;
}

/** What the ads cost: all of it, and that of the days whose installs have lived day n to its end. */
export async function readSpend(tx: Tx, question: Question, shelf: Shelf): Promise<MoneyNotes> {
  const { context, reads } = question;
  const days = keysWith(reads, 'earned_spend').map(Number);
  const by = question.by.filter((dimension) => knowsSpend(question, dimension));
  if ((!reads.has('spend') && days.length === 0) || by.length === 0) return NO_NOTES;

  const factors = await spendFactors(tx, question);
  const amount = converted(factors, { amount: sql.ref('r.amount'), currency: sql.ref('r.currency') });
  const cuts = days.map((day) => addDays(context.today, -day));
  const sums: (Column & { sum: RawBuilder<unknown> })[] = [
    { key: 'spend', kind: 'money', sum: sql`coalesce(sum(${amount}), 0)::text` },
    ...days.map((day, n) => {
      const sum = sql`coalesce(sum(${amount}) filter (where r.day < ${cuts[n]}::date), 0)::text`;
      return { key: earnedSpendKey(day), kind: 'money' as const, sum };
    }),
  ];
  const grouping = groupingBy(by);
  const added = addedSpend({ ...question, by }, grouping, { others: factors.others, cuts });
  const found = await sql<Grouped>`
    select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}
    from (${added}) r
    ${joinFactors(factors, { currency: sql.ref('r.currency'), day: sql.ref('r.day') })}
    group by ${grouping.groupBy}`.execute(tx);
  shelve(shelf, grouping, found.rows, sums);
  return factors.notes;
}
