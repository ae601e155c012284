import type { Output } from '@trailmark/contract/call';
import type { TrafficSourceType } from '@trailmark/contract/visits';
import { type getWebTraffic, MOST_TRAFFIC_ROWS, type TrafficNumbers } from '@trailmark/contract/web-traffic';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import { type Context, contextOf, presentContext, type ReportFilter } from '../../report/context.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches } from '../../report/query.ts';
import { readRaw } from '../../report/read-raw.ts';
import { NO_NOTES } from '../../rollups/factors.ts';
import { installRows } from './rows-sources.ts';

/** Of which list a row is, as `grouping(type, name, page)` numbers them. */
const LIST = { type: 0b011, source: 0b001, page: 0b110 } as const;

interface TrafficRow {
  list: (typeof LIST)[keyof typeof LIST];
  type: TrafficSourceType | null;
  name: string;
  page: string;
  visits: number;
  pages: number;
  bounced: number;
  new_visitors: number;
  /** How many rows the list has, the ones that are left out too. */
  all_rows: number;
}

/** Visits that began in the period; one whose beginning has not arrived is not counted. */
function visitsOf(filter: ReportFilter, context: Context): RawBuilder<unknown> {
  const { isInRange } = onLocalDays(sql.ref('v.started_at'), context, context.range);
  return sql`
    visits v
    where v.project_id = ${filter.projectId} and v.start_event_id is not null and ${isInRange}
      and ${matches({ filter }, 'v')}`;
}

/** New visitors of the period as the metric counts them, each with its first visit, if that is known. */
function arrivalsOf(filter: ReportFilter, context: Context): RawBuilder<unknown> {
  const onDays = onLocalDays(sql.ref('i.installed_at'), context, context.range);
  return sql`
    (${installRows(filter.projectId, onDays)}) n
    left join lateral (
      select f.source_type, f.source_name, f.entry_page from visits f
      where f.project_id = ${filter.projectId} and f.install_id = n.install_id and f.start_event_id is not null
      order by f.started_at, f.session_id limit 1) f on true
    where n.kind = 'install' and ${matches({ filter }, 'n')}`;
}

/** The rows of all lists: visits are read once, and of each list those with the most visits are kept. */
async function readRows(tx: Tx, filter: ReportFilter, context: Context): Promise<TrafficRow[]> {
  const { rows } = await sql<TrafficRow>`
    with visited as (
      select v.source_type as type, coalesce(v.source_name, '') as name, coalesce(v.entry_page, '') as page,
        1 as visits, v.page_views as pages, (v.page_views = 1)::int as bounced, 0 as new_visitors
      from ${visitsOf(filter, context)}
      union all
      select f.source_type, coalesce(f.source_name, ''), coalesce(f.entry_page, ''), 0, 0, 0, 1
      from ${arrivalsOf(filter, context)}
    ), listed as (
      select grouping(type, name, page) as list, type, name, page, sum(visits)::int as visits, sum(pages)::int as pages,
        sum(bounced)::int as bounced, sum(new_visitors)::int as new_visitors
      from visited
      group by grouping sets ((type), (type, name), (page))
    ), ranked as (
      select l.*, count(*) over (partition by list)::int as all_rows,
        row_number() over (partition by list order by visits desc, new_visitors desc, type, name, page) as position
      from listed l
    )
    select * from ranked where position <= ${MOST_TRAFFIC_ROWS} order by list, position`.execute(tx);
  return rows;
}

function numbersOf({ visits, new_visitors, pages, bounced }: TrafficRow): TrafficNumbers {
  return {
    visits,
    new_visitors,
    pages_per_visit: visits === 0 ? null : pages / visits,
    bounce_rate: visits === 0 ? null : bounced / visits,
  };
}

const hiddenRows = (rows: TrafficRow[]) => (rows[0]?.all_rows ?? 0) - rows.length;

/** Where visits came from, and on which pages they began. */
export async function readWebTraffic(
  db: Db,
  now: Date,
  filter: ReportFilter,
): Promise<Output<typeof getWebTraffic>> {
  return await readRaw(db, filter.projectId, async (tx) => {
    const context = await contextOf(tx, now, filter);
    const rows = await readRows(tx, filter, context);
    const of = (name: keyof typeof LIST) => rows.filter(({ list }) => list === LIST[name]);
    const [types, sources, pages] = [of('type'), of('source'), of('page')];
    return {
      ...presentContext(context, NO_NOTES),
      source_types: types.map((row) => ({ type: row.type, ...numbersOf(row) })),
      sources: sources.map((row) => ({ type: row.type, name: row.name, ...numbersOf(row) })),
      other_sources: hiddenRows(sources),
      entry_pages: pages.map((row) => ({ page: row.page, ...numbersOf(row) })),
      other_entry_pages: hiddenRows(pages),
    };
  });
}
