import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { listen } from '../db/listen.ts';

/** A worker whose connection broke holds its names again by then. */
const GRACE_SECONDS = 60;
const LOOK_MS = 30_000;

const keyOf = (name: string) => `hashtextextended('trailmark worker ' || ${name}, 0)`;

/**
 * Holds the names of the workers of this process for as long as its connection lives: jobs that are locked by a name
 * which nobody holds belong to a process that died.
 */
export function holdWorkerNames(url: string, names: readonly string[]): { stop(): Promise<void> } {
  return listen(url, 'trailmark_workers', {
    prepare: (client) =>
      client.query(`select pg_advisory_lock_shared(${keyOf('name')}) from unnest($1::text[]) as n (name)`, [
        names,
      ]),
    onMessage: () => {},
    onGap: () => {},
  });
}

/** Lets others have the jobs of workers that died; graphile-worker by itself does so after four hours. */
export async function releaseJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_at < now() - make_interval(secs => ${GRACE_SECONDS}) offset 0
    ) w where pg_try_advisory_xact_lock(${sql.raw(keyOf('locked_by'))})`.execute(db);
}

/** Releases jobs now and again. */
export function startReleasing(db: Db, onFailure: (error: unknown) => void): { stop(): Promise<void> } {
  let releasing = Promise.resolve();
  const release = () => {
    releasing = releaseJobs(db).catch(onFailure);
  };
  release();
  const timer = setInterval(release, LOOK_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await releasing;
    },
  };
}
