import type { LIMIT_KINDS } from '@trailmark/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface LimitHitRow {
  kind: (typeof LIMIT_KINDS)[number];
  beyond: number;
  example: string;
  first_at: Date;
  last_at: Date;
}

export async function listLimitHits(db: Db, projectId: string, since: Date): Promise<LimitHitRow[]> {
  const { rows } = await sql<LimitHitRow>`
    select kind, beyond, example, first_at, last_at from limit_hits
    where project_id = ${projectId} and last_at >= ${since} order by kind`.execute(db);
  return rows;
}
