import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { planForValues } from '../db/run-prepared.ts';
import { badField } from '../platform/app-error.ts';
import { inSnapshot } from './snapshot.ts';

/** Below the time after which a browser gives up. */
const MOST_SECONDS = 20;
const CANCELED = '57014';

const isTooLong = (error: unknown) => (error as { code?: string }).code === CANCELED;

/** Reads raw rows, which may be very many: no statement goes on for ever. */
async function inTime<Answer>(db: Db, projectId: string, read: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return await inSnapshot(db, projectId, async (tx) => {
    await planForValues(tx);
    await sql`set local statement_timeout = ${sql.lit(MOST_SECONDS * 1000)}`.execute(tx);
    return await read(tx);
  });
}

/** Reads raw rows, or refuses a range that has too many. */
export async function readRaw<Answer>(
  db: Db,
  projectId: string,
  read: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await inTime(db, projectId, read);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    throw badField('from', `has more rows than can be read in ${MOST_SECONDS} seconds; choose fewer days`);
  }
}

/** Reads raw rows, or gives null where there are too many of them. */
export async function readRawOrNull<Answer>(
  db: Db,
  projectId: string,
  read: (tx: Tx) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await inTime(db, projectId, read);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    return null;
  }
}
