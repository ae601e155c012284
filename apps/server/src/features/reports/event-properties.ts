import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { contextOf, presentContext, type ReportFilter } from '../../report/context.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches } from '../../report/query.ts';
import { readRaw } from '../../report/read-raw.ts';
import { countedName } from '../../rollups/counted-name.ts';
import { NO_NOTES } from '../../rollups/factors.ts';

/** Rows that names of properties are looked for in, the newest. */
const LOOKED_AT = 20_000;
const MOST_VALUES = 50;

interface PropertiesFilter extends ReportFilter {
  event: string;
  property?: string | undefined;
  /** Properties that are listed by name. */
  maxKeys: number;
}

type Rows = ReturnType<typeof sql>;

interface NameRow {
  name: string;
  types: string[];
  count: number;
  all_count: number;
}

/** The most frequent by name, and how often all others occur. */
async function readNames(tx: Tx, rows: Rows, maxKeys: number) {
  const names = await sql<NameRow>`
    select p.name, array_agg(distinct jsonb_typeof(l.data -> p.name)) as types, count(*) as count,
      sum(count(*)) over ()::bigint as all_count
    from (
      select e.data ${rows} and jsonb_typeof(e.data) = 'object'
      order by e.occurred_at desc, e.id desc limit ${LOOKED_AT}) l
    cross join lateral jsonb_object_keys(l.data) as p (name)
    group by p.name
    order by count(*) desc, p.name
    limit ${maxKeys}`.execute(tx);
  const properties = names.rows.map(({ name, count, types }) => ({ name, count, types }));
  const listed = properties.reduce((sum, { count }) => sum + count, 0);
  return { properties, other_properties: (names.rows[0]?.all_count ?? 0) - listed };
}

/** Of all events of the range, and of the newest, in which names are looked for. */
async function countEvents(tx: Tx, rows: Rows) {
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${rows}`.execute(tx);
  const events = counted[0]?.count ?? 0;
  return { events, looked_at: Math.min(events, LOOKED_AT) };
}

interface NumberRow {
  count: number;
  min: number;
  median: number;
  max: number;
  sum: number;
}

/** Numbers beyond it cannot be added up with others, and measure nothing. */
const MOST = '1e30';

/** Of values that were sent as numbers; their middle lies between the two nearest of an even number of them. */
async function readNumbers(tx: Tx, rows: Rows, property: string): Promise<NumberRow | null> {
  const numbers = await sql<NumberRow>`
    select count(*) as count, min(n.value)::float8 as min, max(n.value)::float8 as max, sum(n.value)::float8 as sum,
      percentile_cont(0.5) within group (order by n.value::float8) as median
    from (
      select case when jsonb_typeof(e.data -> ${property}) = 'number' then (e.data ->> ${property})::numeric end as value
      ${rows} and jsonb_typeof(e.data) = 'object') n
    where abs(n.value) < ${MOST}::numeric`.execute(tx);
  const [row] = numbers.rows;
  return row && row.count > 0 ? row : null;
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
export async function readEventProperties(db: Db, now: Date, filter: PropertiesFilter) {
  return await readRaw(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    const { isInRange } = onLocalDays(sql.ref('e.occurred_at'), context, context.range);
    const rows = sql`
      from events e
      where e.project_id = ${filter.projectId} and ${sql.raw(countedName('e'))} = ${filter.event} and ${isInRange}
        and ${matches({ filter }, 'e')}`;
    const counted = await countEvents(tx, rows);
    const names = await readNames(tx, rows, filter.maxKeys);
    const property = filter.property ?? names.properties[0]?.name ?? null;
    const values = property === null ? [] : await readValues(tx, rows, property);
    const shown = values.reduce((sum, { count }) => sum + count, 0);
    return {
      ...presentContext(context, NO_NOTES),
      ...counted,
      ...names,
      property,
      numbers: property === null ? null : await readNumbers(tx, rows, property),
      values: values.map(({ value, count, installs }) => ({ value, count, installs })),
      others: {
        values: (values[0]?.all_values ?? 0) - values.length,
        count: (values[0]?.all_count ?? 0) - shown,
      },
    };
  });
}
