import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Cell } from '../../platform/write-csv.ts';
import type { ReportFilter } from '../../report/context.ts';
import { daysOf } from '../../report/days.ts';
import { onLocalDays } from '../../report/local-days.ts';
import { matches } from '../../report/query.ts';
import { type Column, type ExportKind, SOURCES } from './columns.ts';

/** Rows that are held at once. */
const AT_ONCE = 2000;

export type Row = Record<string, Cell>;

export interface ExportQuery {
  filter: ReportFilter & { from: string; to: string };
  kind: ExportKind;
  timezone: string;
}

/** A guest's file has the same columns, some of them empty. */
function selected(column: Column, reader: ReportFilter): RawBuilder<unknown> {
  const { name, type, read, forTeam, forGuest } = column;
  const isGuest = !reader.scope.all;
  if (forTeam && isGuest) return sql`null as ${sql.ref(name)}`;
  const value = forGuest && isGuest ? forGuest(reader) : read;
  return sql`${type === 'text' ? sql`(${value})::text` : value} as ${sql.ref(name)}`;
}

/** The rows of a local day. */
function rowsOf({ filter, kind, timezone }: ExportQuery, day: string): RawBuilder<unknown> {
  const { table, at, id, columns } = SOURCES[kind];
  const { local, isInRange } = onLocalDays(sql.ref(`t.${at}`), { timezone }, { from: day, to: day });
  return sql`
    select ${sql.join(columns.map((column) => selected(column, filter)))}
    from (
      select t.*, ${local} as local_date from ${sql.table(table)} t
      where t.project_id = ${filter.projectId} and ${isInRange} and ${matches({ filter }, 't')}
    ) r
    left join campaigns c on c.project_id = ${filter.projectId} and c.id = r.campaign_id
    left join links l on l.project_id = ${filter.projectId} and l.id = r.link_id
    order by r.${sql.ref(at)}, r.${sql.ref(id)}`;
}

/**
 * All rows of the query, oldest first, a handful at a time: the database holds the rest until the next are fetched.
 * `onDay` is called after every day that is done.
 */
export async function* readRows(
  tx: Tx,
  query: ExportQuery,
  onDay: (share: number) => Promise<void>,
): AsyncGenerator<Row[]> {
  // All rows will be read: the plan that is best for the first few is not the one to choose.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  const days = daysOf(query.filter);
  for (const [n, day] of days.entries()) {
    await sql`declare export_rows no scroll cursor for ${rowsOf(query, day)}`.execute(tx);
    for (let rows: Row[] = []; ; ) {
      ({ rows } = await sql<Row>`fetch forward ${sql.lit(AT_ONCE)} from export_rows`.execute(tx));
      if (rows.length > 0) yield rows;
      if (rows.length < AT_ONCE) break;
    }
    await sql`close export_rows`.execute(tx);
    await onDay((n + 1) / days.length);
  }
}
