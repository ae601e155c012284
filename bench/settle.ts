import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '../apps/server/src/db/connection.ts';
import { foldDeltas } from '../apps/server/src/rollups/fold.ts';

const PAUSE_MS = 20;

const isAnyLeft = async (pool: pg.Pool) =>
  (await pool.query<{ is_left: boolean }>('select exists (select 1 from rollup_delta_groups) as is_left'))
    .rows[0]?.is_left ?? false;

/**
 * Folds until no delta is left: what one round has left to fold would be measured with the next, or with a limit. The
 * worker leaves a small rest for half a minute, so the bench does not wait for it.
 */
export async function foldAll({ db, pool }: Connection): Promise<void> {
  while (await isAnyLeft(pool)) {
    // Nothing is folded while the worker folds the same project.
    if ((await foldDeltas(db)) === 0) await sleep(PAUSE_MS);
  }
}
