import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { AppError } from '../platform/app-error.ts';

export interface Limit {
  /** The key of the bucket, such as `magic-link:ip:203.0.113.9`. */
  bucket: string;
  max: number;
  perMs: number;
  /** How much is counted at once; 1 unless given. */
  times?: number;
  /** What to say instead of "Too many tries." */
  message?: string;
}

function windowOf(now: Date, { perMs }: Limit): Date {
  return new Date(Math.floor(now.getTime() / perMs) * perMs);
}

/** Counts in a bucket; false, and nothing is counted, where that would be over the limit. */
async function count(db: Db, now: Date, limit: Limit): Promise<boolean> {
  const { times = 1 } = limit;
  if (times > limit.max) return false;
  const row = await db
    .insertInto('rate_limits')
    .values({ bucket: limit.bucket, window_start: windowOf(now, limit), hits: times })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'window_start'])
        .doUpdateSet({ hits: sql<number>`rate_limits.hits + excluded.hits` })
        .where(sql<boolean>`rate_limits.hits + excluded.hits <= ${limit.max}`),
    )
    .returning('hits')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts in every bucket, in their order, up to the first that has no room, and refuses then. Counted in the
 * database: processes are many.
 */
export async function spend(db: Db, now: Date, limits: Limit[]): Promise<void> {
  for (const limit of limits) {
    if (await count(db, now, limit)) continue;
    const seconds = Math.ceil((windowOf(now, limit).getTime() + limit.perMs - now.getTime()) / 1000);
    const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
    const message = `${limit.message ?? 'Too many tries.'} Please try again in ${wait}.`;
    throw new AppError('rate_limited', message, undefined, seconds);
  }
}

/** The same without a refusal: whether every bucket had room. */
export async function spendIfRoom(db: Db, now: Date, limits: Limit[]): Promise<boolean> {
  for (const limit of limits) if (!(await count(db, now, limit))) return false;
  return true;
}
