import { earnedSpendKey, keysWith } from '@trailmark/core/metrics/base-keys';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { addDays } from './days.ts';
import { type Grouped, groupingBy, withLinkNames } from './dimensions.ts';
import { type Column, type Shelf, shelve } from './found.ts';
import { knowsSpend, narrowed, type Question } from './question.ts';
import { converted, joinFactors, loadFactors, type MoneyNotes, NO_NOTES, notesOf } from './rates.ts';
import { numbered } from './read-days.ts';

/** Spend stands under the network that its campaign has now. */
export function spendRows(question: Question) {
  const { projectId } = question.asked;
  return sql`
    select r.day, r.campaign_id, r.link_id, r.network, r.currency, r.amount
    from (
      select s.local_date as day, s.campaign_id, s.link_id, coalesce(c.network, 'NONE') as network, s.currency,
        s.amount
      from spend_days s
      left join campaigns c on c.project_id = s.project_id and c.id = s.campaign_id
      where s.project_id = ${projectId}
        and s.local_date between ${question.range.from}::date and ${question.range.to}::date) r
    where ${narrowed(question, 'r')}`;
}

/** What the ads cost: all of it, and that of the days whose installs have lived day n to its end. */
export async function readSpend(tx: Tx, question: Question, shelf: Shelf): Promise<MoneyNotes> {
  const { asked, context, reads } = question;
  const days = keysWith(reads, 'earned_spend').map(Number);
  const by = question.by.filter((dimension) => knowsSpend(question, dimension));
  if ((!reads.has('spend') && days.length === 0) || by.length === 0) return NO_NOTES;

  const rows = spendRows(question);
  const factors = await loadFactors(tx, context.currency, sql`select m.currency, m.day from (${rows}) m`);
  const amount = converted(factors, { amount: sql.ref('r.amount'), currency: sql.ref('r.currency') });
  const sums: (Column & { sum: RawBuilder<unknown> })[] = [
    { key: 'spend', kind: 'money', sum: sql`coalesce(sum(${amount}), 0)::text` },
    ...days.map((day) => {
      const isOld = sql`r.day < ${addDays(context.today, -day)}::date`;
      const sum = sql`coalesce(sum(${amount}) filter (where ${isOld}), 0)::text`;
      return { key: earnedSpendKey(day), kind: 'money' as const, sum };
    }),
  ];
  const grouping = groupingBy(by);
  const found = await sql<Grouped>`
    select ${grouping.select}, ${numbered(sums.map(({ sum }) => sum))}
    from ${withLinkNames(rows, by, asked.projectId)} r
    ${joinFactors(factors, { currency: sql.ref('r.currency'), day: sql.ref('r.day') })}
    group by ${grouping.groupBy}`.execute(tx);
  shelve(shelf, grouping, found.rows, sums);
  return await notesOf(tx, factors, rows);
}
