import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

// int8: counts stay far below 2^53. date: a calendar day must not become an instant.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export interface Connection {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool; `onIdleError` hears of connections that break while nobody uses them. */
export function connect(url: string, onIdleError: (error: Error) => void, max = 16): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: 'trailmark',
  });
  pool.on('error', onIdleError);
  // Without a listener of its own, a client that breaks between two queries would end the process.
  pool.on('connect', (client) => client.on('error', onIdleError));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => {
      // Not through kysely: it leaves a pool open that it never asked for a connection.
      closing ??= pool.end();
      return closing;
    },
  };
}
