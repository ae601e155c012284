import type { listSkanPostbacks, SkanPostbackRow } from '@trailmark/contract/skan-postbacks';
import { estimateTier } from '@trailmark/core/skan/judge-postback';
import type { SkanFramework } from '@trailmark/core/skan/postback';
import type { SkanSource } from '@trailmark/core/skan/report/resolve-campaign';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../db/connection.ts';
import type { SkanPostbacks } from '../../../db/schema.ts';
import { instantOfId } from '../../../platform/ids.ts';
import type { StoredSource } from '../report/list-sources.ts';

export type PostbackRow = Omit<Selectable<SkanPostbacks>, 'digest' | 'project_id' | 'source'>;

const COLUMNS = [
  ...(['postback_id', 'received_at', 'framework', 'version', 'came_by', 'verdict', 'counted'] as const),
  ...(['not_counted', 'network_id', 'transaction_id', 'sequence', 'app_id', 'source_identifier'] as const),
  ...(['campaign_number', 'conversion_type', 'fidelity', 'did_win', 'interaction', 'source_app_id'] as const),
  ...(['source_domain', 'marketplace', 'country', 'fine_value', 'coarse_value'] as const),
  ...(['network_campaign_id', 'network_campaign_name', 'raw'] as const),
];

type Query = z.output<(typeof listSkanPostbacks)['query']>;

export interface PostbackFilter extends Omit<Query, 'project_id' | 'cursor' | 'limit'> {
  projectId: string;
  /** The last row of the page before. */
  after: readonly [receivedAt: string, postbackId: string] | null;
  limit: number;
  /** Where those that exist for a guest were advertised; null: all exist. */
  sources: readonly StoredSource[] | null;
}

/** Postbacks, newest first. */
export async function listPostbackRows(db: Db, filter: PostbackFilter): Promise<PostbackRow[]> {
  let rows = db.selectFrom('skan_postbacks as p').select(COLUMNS).where('project_id', '=', filter.projectId);
  const { verdict, framework, network, counted, not_counted, sequence, from, to, after } = filter;
  if (filter.sources) {
    const sources = filter.sources.map(({ source }) => source);
    rows = rows.where('counted', '=', true).where(sql<boolean>`source = any(${sources}::text[])`);
  }
  if (verdict) rows = rows.where('verdict', '=', verdict);
  if (framework) rows = rows.where('framework', '=', framework);
  if (network) rows = rows.where('network_id', '=', network);
  if (counted !== undefined) rows = rows.where('counted', '=', counted);
  if (not_counted) rows = rows.where('not_counted', '=', not_counted);
  if (sequence !== undefined) rows = rows.where('sequence', '=', sequence);
  if (from) rows = rows.where('received_at', '>=', new Date(from));
  if (to) rows = rows.where('received_at', '<', new Date(to));
  if (after) {
    const [at, id] = after;
    rows = rows.where((eb) => eb(eb.refTuple('received_at', 'postback_id'), '<', eb.tuple(new Date(at), id)));
  }
  return await rows
    .orderBy('received_at', 'desc')
    .orderBy('postback_id', 'desc')
    .limit(filter.limit)
    .execute();
}

export async function findPostbackRow(
  db: Db,
  projectId: string,
  postbackId: string,
): Promise<PostbackRow | null> {
  const row = await db
    .selectFrom('skan_postbacks')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('received_at', '=', instantOfId(postbackId))
    .where('postback_id', '=', postbackId)
    .executeTakeFirst();
  return row ?? null;
}

export const sourceOf = (row: PostbackRow): SkanSource => ({
  networkId: row.network_id,
  sourceIdentifier: row.source_identifier,
  campaignNumber: row.campaign_number,
  networkCampaignId: row.network_campaign_id,
});

export function presentPostback({ raw: _raw, received_at, ...row }: PostbackRow): SkanPostbackRow {
  const tier = estimateTier({
    framework: row.framework as SkanFramework,
    version: row.version,
    sequence: row.sequence,
    sourceIdentifier: row.source_identifier,
    sourceAppId: row.source_app_id,
    sourceDomain: row.source_domain,
    fineValue: row.fine_value,
    coarseValue: row.coarse_value as SkanPostbackRow['coarse_value'],
  });
  // The columns hold these words only.
  const words = row as Omit<SkanPostbackRow, 'received_at' | 'estimated_tier'>;
  return { ...words, received_at: received_at.toISOString(), estimated_tier: tier };
}
