import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { runRepeated } from '../db/run-prepared.ts';
import { unfoldedDeltas } from '../rollups/unfolded.ts';
import type { ReportQuery } from './query.ts';
import { dayGrains } from './read-days.ts';

/** The names of events that there are. Each is looked up in the index after the one before: days do not matter. */
export async function eventNames(tx: Tx, query: ReportQuery): Promise<string[] | 'all'> {
  const { projectId } = query.filter;
  const grain = dayGrains(query).day;
  // The daily rollups are by day first, so that names need not be known.
  if (grain === null) return 'all';
  const ofGrain = sql`project_id = ${projectId} and grain = ${grain.name}`;
  const statement = sql<{ name: string }>`
    with recursive names as (
      (select event_name as name from rollup_cube where ${ofGrain} and event_name > ''
      order by event_name limit 1)
      union all
      select (select event_name from rollup_cube where ${ofGrain} and event_name > n.name
        order by event_name limit 1)
      from names n where n.name is not null)
    select name from names where name is not null
    union
    select event_name from ${unfoldedDeltas(projectId)} d where event_name > ''`;
  const rows = await runRepeated(tx, statement);
  return rows.map(({ name }) => name);
}
