import type { SkanDimension } from '@trailmark/contract/skan-report';
import type { PostbackCell } from '@trailmark/core/skan/report/postback-cell';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { badField } from '../../../platform/app-error.ts';
import { cellCode, readCellCode } from './cell-code.ts';
import type { Sources } from './read-sources.ts';
import type { ReportDays } from './report-days.ts';
import { activationOf, instantOf, matchesPostback, type SkanSelection } from './selection.ts';

/** Dimensions that follow from where a postback was advertised. */
export type SourceDimension = Extract<SkanDimension, 'campaign' | 'network' | `source_identifier${string}`>;
export type PlainDimension = Exclude<SkanDimension, SourceDimension | 'day'>;

const COLUMNS: Record<PlainDimension, RawBuilder<unknown>> = {
  window: sql`p.sequence::text`,
  conversion_type: sql`coalesce(p.conversion_type, '')`,
  interaction: sql`coalesce(p.interaction, '')`,
  did_win: sql`case when p.did_win is false then 'lost' else 'won' end`,
  country: sql`coalesce(p.country, '')`,
  version: sql`case p.framework when 'skadnetwork' then 'SKAdNetwork ' || coalesce(p.version, '1.0')
    else 'AdAttributionKit' end`,
  framework: sql`p.framework`,
};

export interface CellsQuery {
  selection: SkanSelection;
  days: ReportDays;
  sources: Pick<Sources, 'list' | 'isAll'>;
  /** Numbers: the row of each source, by which the keys are. */
  by: PlainDimension | 'day' | readonly number[];
  /** When schemas were activated, in rising order. */
  activatedAt: readonly Date[];
}

/** More of them would fill the memory of the process, and no screen. */
const MOST_CELLS = 300_000;

interface CellRow {
  key: string | number;
  code: number;
  activation: number;
  count: number;
}

const isOfRows = (by: CellsQuery['by']): by is readonly number[] => typeof by !== 'string';

function keyOf({ by, selection, days }: CellsQuery): RawBuilder<unknown> {
  if (isOfRows(by)) return sql`s.row`;
  if (by !== 'day') return COLUMNS[by];
  return sql`width_bucket(${instantOf(selection)}, ${days.starts}::timestamptz[]) - 1`;
}

/** Joins the rows of sources, or leaves out postbacks of other sources. */
function ofSources({ by, sources: { list, isAll } }: CellsQuery) {
  const sources = list.map(({ source }) => source);
  const condition = isAll ? sql`` : sql`and p.source = any(${sources}::text[])`;
  if (!isOfRows(by)) return { join: sql``, condition };
  return {
    join: sql`join unnest(${sources}::text[], ${by}::int[]) s (source, row) on s.source = p.source`,
    condition: sql``,
  };
}

/** Postbacks that count, added up as far as a report can be made from them. */
export async function readCells(tx: Tx, query: CellsQuery): Promise<PostbackCell[]> {
  const { selection, days, sources, by, activatedAt } = query;
  if (sources.list.length === 0) return [];
  const { join, condition } = ofSources(query);
  const { rows } = await sql<CellRow>`
    select key, code, activation, count(*)::int as count
    from (select ${keyOf(query)} as key, ${cellCode} as code, ${activationOf(activatedAt)} as activation
      from skan_postbacks p ${join} where ${matchesPostback(selection, days)} ${condition}) p
    group by key, code, activation limit ${sql.lit(MOST_CELLS + 1)}`.execute(tx);
  if (rows.length > MOST_CELLS)
    throw badField('from', 'has too many kinds of postbacks to add up; choose fewer days');
  const nameOf = (key: string | number) => (by === 'day' ? (days.dates[Number(key)] ?? '') : String(key));
  return rows.map(({ key, code, activation, count }) => ({
    key: nameOf(key),
    ...readCellCode(code),
    activation,
    count,
  }));
}
