import { resolve } from 'node:path';
import { type Connection, connect } from '../db/connection.ts';
import { chooseDataDir } from '../db/embedded/data-dir.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start.ts';
import { HEARTBEAT, type Heartbeat, startHeartbeat } from '../db/heartbeat.ts';
import type { Env } from '../platform/env.ts';
import type { Log } from '../platform/log.ts';
import { checkoutRoot } from '../platform/package-root.ts';

export interface Database {
  connection: Connection;
  heartbeat: Heartbeat;
  dataDir: string;
  embedded: EmbeddedPostgres | null;
  close(): Promise<void>;
}

/** Logs idle connections that break. The pool puts the connection, key and all, into the error. */
export const logIdleError =
  (log: Log) =>
  ({ message, code }: NodeJS.ErrnoException) =>
    log.warn({ reason: message, code }, 'an idle database connection broke');

function connectWithHeartbeat(url: string, log: Log) {
  const heartbeat = startHeartbeat(url, {
    ...HEARTBEAT,
    onFreeze: () => log.error('the database does not answer: its connections are closed'),
    onThaw: () => log.info('the database answers again'),
  });
  const connection = connect(url, { onIdleError: logIdleError(log), heartbeat });
  const close = async () => {
    await connection.close();
    await heartbeat.stop();
  };
  return { connection, heartbeat, close };
}

function external(env: Env, url: string, log: Log): Database {
  const dataDir = resolve(checkoutRoot, env.dataDir ?? '.trailmark');
  return { ...connectWithHeartbeat(url, log), dataDir, embedded: null };
}

/** The database that DATABASE_URL names, or PostgreSQL of our own in DATA_DIR. */
export async function openDatabase(env: Env, log: Log, progress: (line: string) => void): Promise<Database> {
  if (env.databaseUrl) return external(env, env.databaseUrl, log);
  const dataDir = chooseDataDir({ explicit: env.dataDir ?? undefined, checkout: checkoutRoot, progress });
  const embedded = await startEmbeddedPostgres({
    dataDir,
    progress,
    onDeath: (reason) => log.error({ reason }, 'PostgreSQL ended by itself'),
  });
  const connected = connectWithHeartbeat(embedded.url, log);
  return {
    ...connected,
    dataDir,
    embedded,
    close: async () => {
      await connected.close();
      await embedded.stop();
    },
  };
}
