import { OWNED_INSTALLS } from '@trailmark/core/metrics/base-keys';
import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import type { ReportQuery } from './query.ts';
import { readDays } from './read-days.ts';
import { type SumsByDimension, sumsAt } from './report-sums.ts';

/** Installs of campaigns that are owned media now: the mark is on the campaign, not in the rollups. */
export async function readOwned(tx: Tx, query: ReportQuery, found: SumsByDimension): Promise<void> {
  if (!query.reads.has(OWNED_INSTALLS)) return;
  const { asked, within } = query;
  const owned = sql`
    select c.id from campaigns c
    where c.project_id = ${asked.projectId} and c.owned_media and ${within ? sql`c.id in (${within})` : sql`true`}`;
  const installs: SumsByDimension = new Map();
  await readDays(tx, { ...query, reads: new Set(['installs']), within: owned, isLoose: false }, installs);
  for (const [dimension, rows] of installs) {
    for (const [key, { counts }] of rows) {
      sumsAt(found, dimension, key).counts[OWNED_INSTALLS] = counts.installs ?? 0;
    }
  }
}
