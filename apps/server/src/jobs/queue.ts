import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import type { JobName, JobPayload } from './catalog.ts';

const MAX_ATTEMPTS = 12;

interface When {
  inMs?: number;
  /** Of jobs with the same key only one waits: the one that was added last. */
  key?: string;
  /** One that waits keeps its time: it is not put off by those that are added after it. */
  keepsTime?: boolean;
}

/** Adds a job; inside a transaction it exists only if the transaction commits. */
export async function enqueue<Name extends JobName>(
  db: Db | Tx,
  name: Name,
  payload: JobPayload<Name>,
  { inMs = 0, key, keepsTime = false }: When = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
    run_at => now() + make_interval(secs => ${inMs / 1000}), max_attempts => ${MAX_ATTEMPTS},
    job_key => ${key ?? null}, job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'})`.execute(db);
}
