import { setTimeout as sleep } from 'node:timers/promises';
import type { EnhancedWithPgClient, WithPgClient } from 'graphile-worker';
import { isAway } from '../db/is-away.ts';

const PAUSE_MS = 1000;

/** Uses a connection again and again until the database is there; after the signal it never comes to an end. */
export function retryWhileAway(
  withPgClient: WithPgClient,
  { signal, pauseMs = PAUSE_MS }: { signal: AbortSignal; pauseMs?: number },
): WithPgClient {
  return async (use) => {
    for (;;) {
      try {
        return await withPgClient(use);
      } catch (error) {
        if (!isAway(error)) throw error;
        if (signal.aborted) return await new Promise<never>(() => {});
        await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  };
}

/**
 * graphile-worker writes the end of a job without waiting for it. By itself it tries that again after a few of the
 * errors of a database that is away; any other is an unhandled rejection, which ends the process.
 */
export function writeEndsOfJobs(signal: AbortSignal): GraphileConfig.Plugin {
  return {
    name: 'TrailmarkWriteEndsOfJobs',
    version: '1.0.0',
    worker: {
      hooks: {
        startWorker(_context, { withPgClient }) {
          (withPgClient as EnhancedWithPgClient).withRetries = retryWhileAway(withPgClient, { signal });
        },
      },
    },
  };
}
