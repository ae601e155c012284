import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { type Asked, contextOf, presentContext } from '../../figures/context.ts';
import { onLocalDays } from '../../figures/local-days.ts';
import { narrowed } from '../../figures/question.ts';
import { NO_NOTES } from '../../figures/rates.ts';
import { readRaw } from './rows-reading.ts';

/** Rows that names of properties are looked for in, the newest. */
const LOOKED_AT = 20_000;
const MOST_NAMES = 200;
const MOST_VALUES = 50;

interface Wanted extends Asked {
  event: string;
  property?: string | undefined;
}

type Rows = ReturnType<typeof sql>;

async function readNames(tx: Tx, rows: Rows) {
  const names = await sql<{ name: string; count: number }>`
    select p.name, count(*) as count
    from (
      select e.data ${rows} and jsonb_typeof(e.data) = 'object'
      order by e.occurred_at desc, e.id desc limit ${LOOKED_AT}) l
    cross join lateral jsonb_object_keys(l.data) as p (name)
    group by p.name
    order by count(*) desc, p.name
    limit ${MOST_NAMES}`.execute(tx);
  return names.rows;
}

interface ValueRow {
  value: string;
  count: number;
  installs: number;
  all_values: number;
  all_count: number;
}

async function readValues(tx: Tx, rows: Rows, property: string) {
  const values = await sql<ValueRow>`
    select v.*, count(*) over () as all_values, sum(v.count) over ()::bigint as all_count
    from (
      select coalesce(e.data ->> ${property}, 'null') as value, count(*) as count,
        count(distinct e.install_id) as installs
      ${rows} and jsonb_typeof(e.data) = 'object' and e.data ? ${property}
      group by 1) v
    order by v.count desc, v.value
    limit ${MOST_VALUES}`.execute(tx);
  return values.rows;
}

/** What an event was sent with. */
export async function readEventProperties(db: Db, now: Date, asked: Wanted) {
  return await readRaw(db, async (tx) => {
    const context = await contextOf(tx, now, asked);
    const { isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, context.range);
    const rows = sql`
      from events e
      where e.project_id = ${asked.projectId} and e.name = ${asked.event} and ${isInRange}
        and ${narrowed({ asked }, 'e')}`;
    const properties = await readNames(tx, rows);
    const property = asked.property ?? properties[0]?.name ?? null;
    const values = property === null ? [] : await readValues(tx, rows, property);
    const shown = values.reduce((sum, { count }) => sum + count, 0);
    return {
      ...presentContext(context, NO_NOTES),
      properties,
      property,
      values: values.map(({ value, count, installs }) => ({ value, count, installs })),
      others: {
        values: (values[0]?.all_values ?? 0) - values.length,
        count: (values[0]?.all_count ?? 0) - shown,
      },
    };
  });
}
