import { OWNED_INSTALLS } from '@trailmark/core/metrics/base-keys';
import { sql } from 'kysely';
import type { Tx } from '../db/connection.ts';
import { type Shelf, shelved } from './found.ts';
import type { Question } from './question.ts';
import { readDays } from './read-days.ts';

/** Installs of campaigns that are owned media now: the mark is on the campaign, not in the rollups. */
export async function readOwned(tx: Tx, question: Question, shelf: Shelf): Promise<void> {
  if (!question.reads.has(OWNED_INSTALLS)) return;
  const { asked, within } = question;
  const owned = sql`
    select c.id from campaigns c
    where c.project_id = ${asked.projectId} and c.owned_media and ${within ? sql`c.id in (${within})` : sql`true`}`;
  const installs: Shelf = new Map();
  await readDays(tx, { ...question, reads: new Set(['installs']), within: owned, isLoose: false }, installs);
  for (const [dimension, rows] of installs) {
    for (const [key, { counts }] of rows) {
      shelved(shelf, dimension, key).counts[OWNED_INSTALLS] = counts.installs ?? 0;
    }
  }
}
