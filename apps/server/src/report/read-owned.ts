import { OWNED_INSTALLS } from '@trailmark/core/metrics/base-keys';
import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { runRepeated } from '../db/run-prepared.ts';
import type { ReportQuery } from './query.ts';
import { readDays } from './read-days.ts';
import { type SumsByDimension, sumsAt } from './report-sums.ts';

/** Campaigns of the query that are owned media now. */
async function listOwned(tx: Tx, { filter, within }: ReportQuery): Promise<string[]> {
  const rows = await runRepeated(
    tx,
    sql<{ id: string }>`
      select c.id from campaigns c
      where c.project_id = ${filter.projectId} and c.owned_media
        and ${filter.campaigns ? sql`c.id = any(${filter.campaigns}::uuid[])` : sql`true`}
        and ${within ? sql`c.id in (${within})` : sql`true`}`,
  );
  return rows.map(({ id }) => id);
}

/** Installs of campaigns that are owned media now: the mark is on the campaign, not in the rollups. */
export async function readOwned(tx: Tx, query: ReportQuery, sums: SumsByDimension): Promise<void> {
  if (!query.reads.has(OWNED_INSTALLS)) return;
  const campaigns = await listOwned(tx, query);
  if (campaigns.length === 0) return;
  const filter = { ...query.filter, campaigns };
  const installs: SumsByDimension = new Map();
  const ofOwned = { ...query, filter, reads: new Set(['installs']), within: undefined, partOfDay: undefined };
  await readDays(tx, ofOwned, installs);
  for (const [dimension, rows] of installs) {
    for (const [key, { counts }] of rows) {
      sumsAt(sums, dimension, key).counts[OWNED_INSTALLS] = counts.installs ?? 0;
    }
  }
}
