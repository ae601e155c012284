import { attributedKey, eventKey, firstKey, keysWith } from '@trailmark/core/metrics/base-keys';
import { DAY_COUNTERS, ORGANIC } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { AMOUNTS } from '../db/rollup-levels.ts';
import { dayRows, otherCurrencies } from './day-rows.ts';
import { type Dimension, type Grouped, type Grouping, groupingBy, withLinkNames } from './dimensions.ts';
import { type Column, type Shelf, shelve } from './found.ts';
import { levelOf, type Question } from './question.ts';
import { converted, joinFactors, loadFactorsAmong, type MoneyNotes, NO_NOTES, notesOf } from './rates.ts';

/** Sums as the numbered columns of a statement. */
export function numbered(sums: readonly RawBuilder<unknown>[]) {
  return sql.join(sums.map((sum, n) => sql`${sum} as ${sql.ref(`c${n}`)}`));
}

const count = (column: string) => sql`coalesce(sum(${sql.ref(`r.${column}`)}), 0)::bigint`;
/** Rows credited to a campaign. */
export const isAttributed = sql<boolean>`r.network <> ${ORGANIC}`;
const attributedCount = (column: string) =>
  sql`coalesce(sum(${sql.ref(`r.${column}`)}) filter (where ${isAttributed}), 0)::bigint`;

/** Days apart from the rest, where weeks can tell of that. */
function apart(question: Question): (readonly Dimension[])[] {
  const rest = question.by.filter((dimension) => dimension !== 'date');
  const isMixed = rest.length > 0 && rest.length < question.by.length;
  return isMixed && levelOf(question).weeks ? [['date'], rest] : [question.by];
}

type Sum = Column & { sum: RawBuilder<unknown> };

/** The columns that sums are made of. */
const columnsIn = (keys: ReadonlySet<string>) => ({
  counters: DAY_COUNTERS.filter((counter) => keys.has(counter)),
  amounts: AMOUNTS.some((amount) => keys.has(amount)) ? AMOUNTS : [],
});

const isAmount = (column: string) => AMOUNTS.some((amount) => amount === column);
const OF_LINK_NAMES = ['ad_set', 'creative'];

/** The columns of rows that sums need, in the order in which they are named. */
function orderOf(
  { reads, within, isLoose }: Question,
  { columns }: Grouping,
  { numbers, isForeign }: { numbers: readonly string[]; isForeign: boolean },
) {
  const hasMoney = numbers.includes('paid');
  const order = [
    ...columns.map((column) => (OF_LINK_NAMES.includes(column) ? 'link_id' : column)),
    ...numbers.filter((column) => !isAmount(column)),
    ...(keysWith(reads, 'attributed').length > 0 ? ['network'] : []),
    ...(hasMoney ? ['currency', ...AMOUNTS] : []),
    ...(isForeign ? ['day'] : []),
    ...(within && !isLoose ? ['campaign_id'] : []),
  ];
  return [...new Set(order)];
}

/** Counters and money by day. */
export async function readDays(tx: Tx, question: Question, shelf: Shelf): Promise<MoneyNotes> {
  const { asked, context, reads } = question;
  const all = columnsIn(reads);
  const attributed = columnsIn(new Set(keysWith(reads, 'attributed')));
  const counters = [...new Set([...all.counters, ...attributed.counters])];
  const hasMoney = all.amounts.length + attributed.amounts.length > 0;
  if (!hasMoney && counters.length === 0) return NO_NOTES;

  const amounts = hasMoney ? AMOUNTS : [];
  const columns = [...counters, ...amounts];
  const others = hasMoney ? await otherCurrencies(tx, question) : [];
  const inOthers = dayRows({ ...question, isLoose: false }, { columns: amounts, currencies: others });
  const money = sql`select m.currency, m.day from (${inOthers}) m`;
  const factors = await loadFactorsAmong(tx, context.currency, { others, money });
  // Others may have been paid in where nobody asks for it.
  const isForeign = factors.list.length > 0;
  const foreign = isForeign ? others : [];

  const inOwn = (column: string, isMeant: RawBuilder<boolean>) => {
    const amount = { amount: sql.ref(`r.${column}`), currency: sql.ref('r.currency') };
    return sql`coalesce(sum(${converted(factors, amount)}) filter (where r.currency <> '' and ${isMeant}), 0)::text`;
  };
  const sums: Sum[] = [
    ...all.counters.map((key): Sum => ({ key, kind: 'counts', sum: count(key) })),
    ...attributed.counters.map(
      (key): Sum => ({ key: attributedKey(key), kind: 'counts', sum: attributedCount(key) }),
    ),
    ...all.amounts.map((key): Sum => ({ key, kind: 'money', sum: inOwn(key, sql`true`) })),
    ...attributed.amounts.map(
      (key): Sum => ({ key: attributedKey(key), kind: 'money', sum: inOwn(key, isAttributed) }),
    ),
  ];
  const isCounted = hasMoney || reads.has('payments') || reads.has('refunds');
  for (const by of apart(question)) {
    const grouping = groupingBy(by);
    const rows = dayRows(
      { ...question, by },
      {
        columns,
        order: orderOf(question, grouping, { numbers: columns, isForeign }),
        currencies: isCounted ? 'all' : 'none',
        byDay: by.includes('date') ? undefined : foreign,
      },
    );
    const found = await sql<Grouped>`
      select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}
      from ${withLinkNames(rows, by, asked)} r
      ${joinFactors(factors, { currency: sql.ref('r.currency'), day: sql.ref('r.day') })}
      group by ${grouping.groupBy}`.execute(tx);
    shelve(shelf, grouping, found.rows, sums);
  }
  return await notesOf(
    tx,
    factors,
    sql`select m.currency, m.day, m.paid - m.refunded as amount from (${inOthers}) m`,
  );
}

/** Single events, by name. */
export async function readEvents(tx: Tx, question: Question, shelf: Shelf): Promise<void> {
  const { asked, by, reads } = question;
  const attributed = keysWith(keysWith(reads, 'attributed'), 'event');
  const names = [...new Set([...keysWith(reads, 'event'), ...keysWith(reads, 'first'), ...attributed])];
  if (names.length === 0) return;
  const grouping = groupingBy(by);
  const rows = dayRows(question, {
    ...{ columns: ['events', 'first_events'], names, currencies: 'none' },
    byDay: by.includes('date') ? undefined : [],
  });
  const sums = [count('events'), count('first_events'), attributedCount('events')];
  const found = await sql<Grouped & { name: string }>`
    select r.event_name as name, ${grouping.select}, ${numbered(sums)}
    from ${withLinkNames(rows, by, asked)} r
    group by r.event_name, ${grouping.groupBy}`.execute(tx);
  for (const row of found.rows) {
    const columns: Column[] = [
      { key: eventKey(row.name), kind: 'counts' },
      { key: firstKey(row.name), kind: 'counts' },
      { key: attributedKey(eventKey(row.name)), kind: 'counts' },
    ];
    shelve(shelf, grouping, [row], columns);
  }
}
