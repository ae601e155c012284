import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { refuseWhileFrozen } from '../db/project-db.ts';
import type { Kit } from '../platform/kit.ts';
import { AT_START, CRONTAB, JOBS, type JobName, type JobPayload } from './catalog.ts';
import { holdWorkerNames, startReleasing } from './dead-workers.ts';
import { enqueue } from './queue.ts';
import { writeEndsOfJobs } from './retry-while-away.ts';

/** A job of a feature: what to do with its payload. */
export interface Job<Name extends JobName = JobName> {
  name: Name;
  /** The signal comes when the worker stops and does not wait any longer. */
  run(kit: Kit, payload: JobPayload<Name>, signal: AbortSignal): Promise<void>;
}

export function job<Name extends JobName>(name: Name, run: Job<Name>['run']): Job {
  return { name, run: run as Job['run'] };
}

function taskList(kit: Kit, jobs: Job[]): TaskList {
  return Object.fromEntries(
    jobs.map((one): [JobName, Task] => [
      one.name,
      async (payload, { abortSignal }) => {
        const { project_id: projectId } = (payload ?? {}) as { project_id?: unknown };
        if (typeof projectId === 'string') await refuseWhileFrozen(kit.db, projectId);
        await one.run(kit, JOBS[one.name].parse(payload), abortSignal);
      },
    ]),
  );
}

/** Runs jobs until stopped; a job that fails is tried again later, with growing pauses. */
export async function startRunner(kit: Kit, pool: pg.Pool, jobs: Job[]): Promise<{ stop(): Promise<void> }> {
  const log = kit.log.child({ part: 'jobs' });
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  const stopping = new AbortController();
  const names: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => names.push(worker.workerId));
  const runner = await run({
    preset: { plugins: [writeEndsOfJobs(stopping.signal)] },
    pgPool: pool,
    events,
    taskList: taskList(kit, jobs),
    parsedCronItems: parseCronItems(CRONTAB),
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => log[levels[level]](meta ?? {}, message)),
  });
  const holding = holdWorkerNames(kit.databaseUrl, names);
  const releasing = startReleasing(kit.db, (err) =>
    log.warn({ err }, 'jobs of dead workers were not released'),
  );
  for (const name of AT_START) await enqueue(kit.db, name, {}, { key: `${name} at start` });
  return {
    stop: async () => {
      stopping.abort();
      await releasing.stop();
      await runner.stop();
      await holding.stop();
    },
  };
}
