import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import type { JobName, JobPayload } from './catalog.ts';

const MAX_ATTEMPTS = 12;

/** Adds a job; inside a transaction it exists only if the transaction commits. */
export async function enqueue<Name extends JobName>(
  db: Db | Tx,
  name: Name,
  payload: JobPayload<Name>,
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
    max_attempts => ${MAX_ATTEMPTS})`.execute(db);
}
