import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Kit } from '../platform/kit.ts';
import { JOBS, type JobName, type JobPayload } from './catalog.ts';
import { CRONTAB } from './crontab.ts';

/** A job of a feature: what to do with its payload. */
export interface Job<Name extends JobName = JobName> {
  name: Name;
  run(kit: Kit, payload: JobPayload<Name>): Promise<void>;
}

export function job<Name extends JobName>(name: Name, run: Job<Name>['run']): Job {
  return { name, run: run as Job['run'] };
}

function taskList(kit: Kit, jobs: Job[]): TaskList {
  return Object.fromEntries(
    jobs.map((one) => [one.name, (payload: unknown) => one.run(kit, JOBS[one.name].parse(payload))]),
  );
}

/** Runs jobs until stopped; a job that fails is tried again later, with growing pauses. */
export async function startRunner(kit: Kit, pool: pg.Pool, jobs: Job[]): Promise<Runner> {
  const log = kit.log.child({ part: 'jobs' });
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return await run({
    pgPool: pool,
    taskList: taskList(kit, jobs),
    parsedCronItems: parseCronItems(CRONTAB),
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => log[levels[level]](meta ?? {}, message)),
  });
}
