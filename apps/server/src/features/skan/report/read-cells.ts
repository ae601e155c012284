import type { SkanDimension } from '@trailmark/contract/skan-report';
import type { PostbackCell } from '@trailmark/core/skan/report/postback-cell';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Context } from '../../../report/context.ts';
import { joinSources, type ResolvedSource } from './read-sources.ts';
import { installedAt, isEarly, matchesPostback, onDays, type SkanSelection } from './selection.ts';

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

interface CellsQuery {
  selection: SkanSelection;
  context: Context;
  sources: readonly ResolvedSource[];
  /** `source`: keys are positions in the list of sources. */
  by: PlainDimension | 'day' | 'source';
  /** When schemas were activated, in rising order. */
  activatedAt: readonly Date[];
}

function keyOf({ by, selection, context }: CellsQuery): RawBuilder<unknown> {
  if (by === 'source') return sql`(s.position - 1)::text`;
  return by === 'day' ? sql`${onDays(selection, context).local}::text` : COLUMNS[by];
}

/** Postbacks that count, added up as far as a report can be made from them. */
export async function readCells(tx: Tx, query: CellsQuery): Promise<PostbackCell[]> {
  const { selection, context, sources, activatedAt } = query;
  if (sources.length === 0) return [];
  const { rows } = await sql<PostbackCell>`
    select ${keyOf(query)} as key, p.sequence, p.did_win is not false as won, p.conversion_type as "conversionType",
      ${isEarly} as "isEarly", coalesce(length(p.source_identifier), 0) as digits,
      (p.source_app_id is not null or p.source_domain is not null) as "hasSource", p.fine_value as fine,
      p.coarse_value as coarse, width_bucket(${installedAt}, ${activatedAt}::timestamptz[]) as activation,
      count(*)::int as count
    from skan_postbacks p ${joinSources(sources)}
    where ${matchesPostback(selection, context)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`.execute(tx);
  return rows;
}
