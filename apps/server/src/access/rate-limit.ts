import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';

export interface Limit {
  /** What is counted, such as `magic-link:ip:203.0.113.9`. */
  bucket: string;
  max: number;
  perMs: number;
}

/** Counts one try in every bucket and refuses when any is over its limit. Counted in the database: processes are many. */
export async function spend(db: Db, now: Date, limits: Limit[]): Promise<void> {
  for (const limit of limits) {
    const windowStart = new Date(Math.floor(now.getTime() / limit.perMs) * limit.perMs);
    const row = await db
      .insertInto('rate_limits')
      .values({ bucket: limit.bucket, window_start: windowStart, hits: 1 })
      .onConflict((conflict) =>
        conflict.columns(['bucket', 'window_start']).doUpdateSet({ hits: sql<number>`rate_limits.hits + 1` }),
      )
      .returning('hits')
      .executeTakeFirstOrThrow();
    if (row.hits <= limit.max) continue;
    const seconds = Math.ceil((windowStart.getTime() + limit.perMs - now.getTime()) / 1000);
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
    throw new AppError('rate_limited', `Too many tries. Please try again in ${wait}.`, undefined, seconds);
  }
}
