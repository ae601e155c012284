import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './connection.ts';
import { mondayOf } from './rollup-levels.ts';

/** The days and, if not all, the campaigns whose spend has changed. */
interface Changed {
  from: string;
  to: string;
  campaigns?: readonly string[] | undefined;
}

const KEY = sql`project_id, local_date, campaign_id, link_id, currency`;

/** Days of spend, added up by week. */
export const toSpendWeeks = (days: RawBuilder<unknown>) => sql`
  select ${KEY}, sum(amount) as amount
  from (
    select project_id, ${mondayOf(sql`local_date`)} as local_date, campaign_id, link_id, currency, amount
    from ${days}) n
  group by ${KEY}`;

/** Adds up anew the weeks in which spend has changed, or all; one such change of a project comes after another. */
export async function recountSpendWeeks(tx: Tx, projectId: string, changed?: Changed): Promise<void> {
  await sql`select from projects where project_id = ${projectId} for no key update`.execute(tx);
  const monday = (day: string) => mondayOf(sql`${day}::date`);
  const parts = [
    sql`project_id = ${projectId}`,
    ...(changed ? [sql`local_date between ${monday(changed.from)} and ${monday(changed.to)} + 6`] : []),
    ...(changed?.campaigns ? [sql`campaign_id = any(${changed.campaigns}::uuid[])`] : []),
  ];
  const isMeant = sql.join(parts, sql` and `);
  await sql`delete from spend_weeks where ${isMeant}`.execute(tx);
  const days = sql`spend_days where ${isMeant}`;
  await sql`insert into spend_weeks (${KEY}, amount) ${toSpendWeeks(days)} order by ${KEY}`.execute(tx);
}
