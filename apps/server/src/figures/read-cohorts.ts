import {
  attributedKey,
  earnedKey,
  earnedOfKey,
  keysWith,
  retainedKey,
  retainedOfKey,
} from '@trailmark/core/metrics/base-keys';
import { ACTIVE_24H } from '@trailmark/core/metrics/counters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { cohortRows, otherCohortCurrencies } from './cohort-rows.ts';
import type { Context } from './context.ts';
import { addDays } from './days.ts';
import { type Grouped, groupingBy, withLinkNames } from './dimensions.ts';
import { type Column, type Shelf, shelve } from './found.ts';
import type { Together } from './places.ts';
import type { Question } from './question.ts';
import { converted, joinFactors, loadFactorsAmong, type MoneyNotes, NO_NOTES, notesOf } from './rates.ts';
import { isAttributed, numbered } from './read-days.ts';

type Sum = Column & { sum: RawBuilder<unknown> };

/** Installs of a day before this one have lived day n after it to its end, in the calendar. */
export const maturedBefore = ({ today }: Context, day: number) => addDays(today, -day);

/** The same for activity: the n-th 24 hours of an install can end on the day after. */
export const activeBefore = (context: Context, day: number) =>
  maturedBefore(context, context.dayKind === '24h' ? day + 1 : day);

/** The counter that says who was active on day n. */
export const activeCounter = ({ dayKind }: Context) => (dayKind === '24h' ? ACTIVE_24H : 'active');

const counted = (column: string, conditions: RawBuilder<unknown>[]) => {
  const only = conditions.length > 0 ? sql`filter (where ${sql.join(conditions, sql` and `)})` : sql``;
  return sql`coalesce(sum(${sql.ref(`r.${column}`)}) ${only}, 0)::bigint`;
};
const before = (day: string) => sql`r.day < ${day}::date`;

/** Days of installs are told apart where that is asked for. */
const togetherBut = ({ by }: Question, together: Together) => (by.includes('date') ? undefined : together);

/** Who came back on day n, of those that could. */
async function readRetention(tx: Tx, question: Question, shelf: Shelf): Promise<void> {
  const { asked, by, context, reads } = question;
  const days = keysWith(reads, 'retained').map(Number);
  const earnedDays = keysWith(reads, 'earned_of').map(Number);
  if (days.length === 0 && earnedDays.length === 0) return;
  const cuts = new Set([
    ...days.map((day) => activeBefore(context, day)),
    ...earnedDays.map((day) => maturedBefore(context, day)),
  ]);
  const together = togetherBut(question, { before: [...cuts], butCurrencies: [] });
  // Rows up to a single cut hold nothing that came after it.
  const isOld = (cut: string) => (together && cuts.size === 1 ? [] : [before(cut)]);
  const onDay = (day: number) => (days.length === 1 ? [] : [sql`r.day_number = ${day}`]);
  const sums: Sum[] = [
    ...days.flatMap((day): Sum[] => {
      const cut = activeBefore(context, day);
      return [
        { key: retainedKey(day), kind: 'counts', sum: counted('active', [...onDay(day), ...isOld(cut)]) },
        { key: retainedOfKey(day), kind: 'counts', sum: counted('installed', isOld(cut)) },
      ];
    }),
    ...earnedDays.map((day): Sum => {
      const sum = counted('installed', isOld(maturedBefore(context, day)));
      return { key: earnedOfKey(day), kind: 'counts', sum };
    }),
  ];
  const grouping = groupingBy(by);
  const among = ['installed', 'active'];
  const installs = { metrics: ['installs', 'reinstalls'], days: [0], counted: { as: 'installed', among } };
  const active = { metrics: [activeCounter(context)], days, counted: { as: 'active', among } };
  const rows = sql.join(
    [installs, active].map((wanted) => cohortRows(question, { ...wanted, together })),
    sql` union all `,
  );
  const found = await sql<Grouped>`
    select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}
    from ${withLinkNames(rows, by, asked)} r
    group by ${grouping.groupBy}`.execute(tx);
  shelve(shelf, grouping, found.rows, sums);
}

/** What installs paid on the days 0 to n, at the rate of each of those days. */
async function readEarned(tx: Tx, question: Question, shelf: Shelf): Promise<MoneyNotes> {
  const { asked, by, context, reads } = question;
  const ofAll = keysWith(reads, 'earned').map(Number);
  const ofAttributed = keysWith(keysWith(reads, 'attributed'), 'earned').map(Number);
  const days = [...new Set([...ofAll, ...ofAttributed])];
  if (days.length === 0) return NO_NOTES;
  const upTo = Array.from({ length: Math.max(...days) + 1 }, (_, day) => day);
  const others = await otherCohortCurrencies(tx, question);
  const paid = { metrics: ['payments', 'refunds'], days: upTo };
  const rows = cohortRows(question, {
    ...paid,
    together: togetherBut(question, {
      before: days.map((day) => maturedBefore(context, day)),
      butCurrencies: others,
    }),
  });
  const inOthers = sql`
    select m.currency, m.day + m.day_number as day,
      case when m.metric = 'refunds' then -m.amount else m.amount end as amount
    from (${cohortRows({ ...question, isLoose: false }, { ...paid, currencies: others })}) m`;
  const factors = await loadFactorsAmong(tx, context.currency, { others, money: inOthers });
  const net = sql`case when r.metric = 'refunds' then -r.amount else r.amount end`;
  const amount = converted(factors, { amount: sql`(${net})`, currency: sql.ref('r.currency') });
  const sumOf = (key: string, day: number, isMeant: RawBuilder<boolean>): Sum => {
    const isThen = sql`r.day_number <= ${day} and ${before(maturedBefore(context, day))} and ${isMeant}`;
    return { key, kind: 'money', sum: sql`coalesce(sum(${amount}) filter (where ${isThen}), 0)::text` };
  };
  const sums = [
    ...ofAll.map((day) => sumOf(earnedKey(day), day, sql`true`)),
    ...ofAttributed.map((day) => sumOf(attributedKey(earnedKey(day)), day, isAttributed)),
  ];
  const grouping = groupingBy(by);
  const found = await sql<Grouped>`
    select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}
    from ${withLinkNames(rows, by, asked)} r
    ${joinFactors(factors, { currency: sql.ref('r.currency'), day: sql`r.day + r.day_number` })}
    group by ${grouping.groupBy}`.execute(tx);
  shelve(shelf, grouping, found.rows, sums);
  return await notesOf(tx, factors, inOthers);
}

/** What became of the installs of the range. */
export async function readCohorts(tx: Tx, question: Question, shelf: Shelf): Promise<MoneyNotes> {
  await readRetention(tx, question, shelf);
  return await readEarned(tx, question, shelf);
}
