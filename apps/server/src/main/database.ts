import { resolve } from 'node:path';
import { type Connection, connect } from '../db/connection.ts';
import { chooseDataDir } from '../db/embedded/location.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/start.ts';
import type { Env } from '../platform/env.ts';
import type { Log } from '../platform/log.ts';
import { checkoutRoot } from '../platform/package-root.ts';

export interface Database {
  connection: Connection;
  dataDir: string;
  embedded: EmbeddedPostgres | null;
  close(): Promise<void>;
}

function external(env: Env, url: string, log: Log): Database {
  const connection = connect(url, (err) => log.warn({ err }, 'an idle database connection broke'));
  const dataDir = resolve(checkoutRoot, env.dataDir ?? '.trailmark');
  return { connection, dataDir, embedded: null, close: () => connection.close() };
}

/** The database that DATABASE_URL names, or PostgreSQL of our own in DATA_DIR. */
export async function openDatabase(env: Env, log: Log, progress: (line: string) => void): Promise<Database> {
  if (env.databaseUrl) return external(env, env.databaseUrl, log);
  const dataDir = chooseDataDir({ explicit: env.dataDir ?? undefined, checkout: checkoutRoot, progress });
  const embedded = await startEmbeddedPostgres({ dataDir, progress });
  const connection = connect(embedded.url, (err) => log.warn({ err }, 'an idle database connection broke'));
  return {
    connection,
    dataDir,
    embedded,
    close: async () => {
      await connection.close();
      await embedded.stop();
    },
  };
}
