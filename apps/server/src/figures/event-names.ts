import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { levelOf, type Question } from './question.ts';

/** The names of events that there are. Each is looked up in the index after the one before: days do not matter. */
export async function eventNames(tx: Tx, question: Question): Promise<string[] | 'every'> {
  const level = levelOf(question);
  // The finest level is by day first, so that names need not be known.
  if (!level.isWide) return 'every';
  const { projectId } = question.asked;
  const table = sql.table(level.days);
  const { rows } = await sql<{ name: string }>`
    with recursive names as (
      (select event_name as name from ${table} where project_id = ${projectId} and event_name > ''
      order by event_name limit 1)
      union all
      select (select r.event_name from ${table} r where r.project_id = ${projectId} and r.event_name > n.name
        order by r.event_name limit 1)
      from names n where n.name is not null)
    select name from names where name is not null
    union
    select event_name from rollup_deltas where project_id = ${projectId} and event_name > ''`.execute(tx);
  return rows.map(({ name }) => name);
}
